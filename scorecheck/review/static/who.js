// Who decides: asked once, and kept with every decision.

import { byId } from "./common.js";

const KEPT = "scorecheck-name";

export class Who {
  constructor({ known, taken }) {
    this.taken = taken;
    this.name = "";
    const kept = sessionStorage.getItem(KEPT) || "";
    if (kept && !taken.includes(kept)) this.set(kept);
    byId("who-text").value = kept && !taken.includes(kept) ? kept : known.find((name) => !taken.includes(name)) || "";
    byId("who").addEventListener("click", () => this.ask());
    byId("who-form").addEventListener("submit", (event) => this.given(event));
    byId("only-look").addEventListener("click", () => byId("ask-who").close());
    byId("ask-who").addEventListener("close", () => this.done && this.done(Boolean(this.name)));
  }

  set(name) {
    this.name = name;
    sessionStorage.setItem(KEPT, name);
    byId("who-name").textContent = name;
  }

  // Whether a name is known, after asking for it if need be.
  known() {
    return this.name ? Promise.resolve(true) : this.ask();
  }

  ask() {
    const dialog = byId("ask-who");
    if (!dialog.open) dialog.showModal();
    byId("who-text").select();
    return new Promise((done) => {
      this.done = done;
    });
  }

  given(event) {
    const name = byId("who-text").value.trim();
    const hint = byId("who-hint");
    const taken = this.taken.some((one) => one.toLowerCase() === name.toLowerCase());
    hint.textContent = taken ? hint.dataset.taken : "";
    if (!name || taken) {
      event.preventDefault();
      byId("who-text").select();
      return;
    }
    this.set(name);
  }
}
