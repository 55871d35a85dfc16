// The cell in question: large, with its row, the readings of its picture, and the answer.

import { byId, hour, html, say, unseen } from "./common.js";
import { lookOf } from "./frames.js";
import { drawPart } from "./photo.js";

const ACROSS = 2.5; // mm of the sheet beside the cell, and above and below it
const DOWN = 3.6;
const EDGE = 5;

// The readings that can be chosen with Enter: what is not legible offers none by itself.
export const firstMarked = (cell) =>
  cell.candidates[0].text === "?" || cell.disputed.length ? -1 : 0;

export class Ask {
  constructor(page, source, accept) {
    this.page = page;
    this.source = source;
    this.accept = accept;
    this.text = byId("text");
    this.remark = byId("remark");
    this.marked = -1;
  }

  // Another cell: its pictures, and an empty answer.
  open(cell, name) {
    this.cell = cell;
    this.marked = firstMarked(cell);
    this.text.value = "";
    this.text.inputMode = cell.kind === "power" ? "text" : "numeric";
    this.remark.value = "";
    byId("ask-place").textContent = name;
    const [x, y, w, h] = cell.at;
    const [wide] = this.page;
    const cut = [x - ACROSS, y - DOWN, w + 2 * ACROSS, h + 2 * DOWN];
    drawPart(byId("cut"), this.source, this.page, cut, [cell.at]);
    byId("cut").setAttribute("aria-label", name);
    const row = [EDGE, y - 1.6, wide - 2 * EDGE, h + 3.2];
    drawPart(byId("row"), this.source, this.page, row, [cell.at]);
    byId("row").setAttribute("aria-label", name);
    const readings = cell.candidates.map((one) => `${one.words}, ${one.p}`);
    byId("spoken").textContent = [say("says", { place: name, state: say(lookOf(cell)) }), ...readings].join(". ");
    this.hint("");
  }

  // What is known of the cell now; the answer being typed is left alone.
  refresh(cell, pending, number, all) {
    this.cell = cell;
    const look = lookOf(cell, pending);
    const chip = byId("ask-state");
    chip.className = `chip ${look}`;
    chip.textContent = say(look);
    byId("ask-count").textContent = number ? say("of", { n: number, all }) : "";
    this.drawDisputed();
    this.drawCandidates();
    if (!byId("hint").classList.contains("error")) this.hint(this.explain(cell, pending));
  }

  explain(cell, pending) {
    const shown = (text) => (text === "" ? say("nothing") : text === "?" ? say("unreadable") : text);
    if (pending) return say("written_is", { text: shown(pending.text) });
    if (cell.decided) {
      const { by, at, text, elsewhere } = cell.decided;
      return say(elsewhere ? "decided_elsewhere" : "decided_by", { name: by, text: shown(text), time: hour(at) });
    }
    if (cell.disputed.length) return say("why");
    if (cell.open) return firstMarked(cell) < 0 ? say("no_reading") : "";
    return cell.text ? say("machine_sure", { text: cell.text }) : say("machine_blank");
  }

  hint(text, isError = false) {
    const hint = byId("hint");
    hint.textContent = text;
    hint.classList.toggle("error", isError);
    this.text.setAttribute("aria-invalid", isError ? "true" : "false");
  }

  drawCandidates() {
    const { candidates } = this.cell;
    byId("candidates").replaceChildren(
      ...candidates.map((one, number) => {
        const bar = html("span", { class: "bar", "aria-hidden": "true" });
        bar.style.setProperty("--share", one.share);
        const chosen = number === this.marked && this.cell.open;
        return html(
          "button",
          {
            type: "button",
            class: chosen ? "candidate marked" : "candidate",
            "aria-pressed": chosen ? "true" : "false",
            onclick: () => this.accept(one.text),
          },
          html("span", { class: one.text === one.words ? "reading" : "reading word" }, one.words),
          unseen(", "),
          html("span", { class: "percent" }, one.p),
          bar,
          chosen ? html("kbd", { "aria-hidden": "true" }, "↵") : null,
        );
      }),
    );
  }

  // What two people said, where they differ: their words stand before the machine's.
  drawDisputed() {
    const { disputed } = this.cell;
    byId("disputed").hidden = !disputed.length;
    byId("words-of-two").replaceChildren(
      ...disputed.map((one) =>
        html(
          "button",
          { type: "button", class: "candidate", onclick: () => this.accept(one.text) },
          html("span", { class: one.text === one.words ? "reading" : "reading word" }, one.words),
          html("span", { class: "percent" }, one.remark ? `${one.by}: ${one.remark}` : one.by),
        ),
      ),
    );
  }

  // Mark the reading above or below.
  step(way) {
    const { length } = this.cell.candidates;
    this.marked = Math.min(Math.max(this.marked + way, 0), length - 1);
    this.drawCandidates();
    byId("candidates").children[this.marked].scrollIntoView({ block: "nearest" });
  }

  // What Enter means: what was typed, else the reading that is marked.
  get answer() {
    const typed = this.text.value.trim();
    if (typed) return typed;
    if (!this.cell.open || this.marked < 0) return null;
    return this.cell.candidates[this.marked].text;
  }
}
