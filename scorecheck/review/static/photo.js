// The flat sheet with its frames: zoomed by wheel, fingers and keys, and moved.

import { byId, say, svg } from "./common.js";
import { frame, lookOf } from "./frames.js";

const CLOSEST = 0.04; // mm of the page per pixel of the screen
const STEP = 1.35;
const CLOSE_MM = 70; // so much of the page's width is seen when zoomed to a cell
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Photo {
  constructor(facts, source, choose) {
    this.page = facts.page_mm;
    this.choose = choose;
    this.root = byId("photo");
    this.frames = svg("g", { class: "frames" });
    this.root.append(
      svg("image", { href: source, width: this.page[0], height: this.page[1] }),
      this.frames,
    );
    this.view = null;
    this.fingers = new Map();
    new ResizeObserver(() => this.resized()).observe(this.root);
    this.listen();
  }

  get size() {
    return [this.root.clientWidth || 1, this.root.clientHeight || 1];
  }

  get fit() {
    const [width, height] = this.size;
    return Math.max(this.page[0] / width, this.page[1] / height);
  }

  get isWhole() {
    return !this.view || this.view.k >= this.fit * 0.999;
  }

  resized() {
    if (this.isWhole || this.wasWhole) this.whole(true);
    else this.show(this.view);
  }

  draw(cells, names, pending, found, current) {
    this.cells = cells;
    const drawn = cells.map((cell) => {
      const look = lookOf(cell, pending.has(cell.id));
      const one = frame(cell, look, found.has(cell.id), cell.id === current);
      const title = say("says", { place: names(cell), state: say(look) });
      one.prepend(svg("title", {}, title));
      return one;
    });
    const over = drawn.filter((one) => one.classList.contains("current"));
    this.frames.replaceChildren(...drawn, ...over);
  }

  whole(now = false) {
    const view = { x: this.page[0] / 2, y: this.page[1] / 2, k: this.fit };
    this.move(view, now);
  }

  // Zoom to a cell, or back to the whole sheet.
  toggle(cell) {
    if (this.isWhole) this.near(cell);
    else this.whole();
  }

  near(cell) {
    const [x, y, w, h] = cell.at;
    const k = Math.min(CLOSE_MM / this.size[0], this.fit);
    this.move({ x: x + w / 2, y: y + h / 2, k });
  }

  // Keep a cell in sight where the view is closer than the whole sheet.
  follow(cell) {
    if (this.isWhole) return;
    const [x, y, w, h] = cell.at;
    this.move({ x: x + w / 2, y: y + h / 2, k: this.view.k });
  }

  zoom(factor, at = null) {
    if (!this.view) return;
    const k = Math.min(Math.max(this.view.k * factor, CLOSEST), this.fit);
    const [width, height] = this.size;
    const [px, py] = at || [width / 2, height / 2];
    const shift = this.view.k - k;
    this.show({
      x: this.view.x + (px - width / 2) * shift,
      y: this.view.y + (py - height / 2) * shift,
      k,
    });
  }

  pan(dx, dy) {
    if (this.view) this.show({ ...this.view, x: this.view.x - dx * this.view.k, y: this.view.y - dy * this.view.k });
  }

  move(view, now = false) {
    cancelAnimationFrame(this.moving);
    const from = this.view;
    if (now || !from || still.matches) return this.show(view);
    const began = performance.now();
    const step = (time) => {
      const share = Math.min((time - began) / 180, 1);
      const eased = 1 - (1 - share) ** 3;
      const mix = (name) => from[name] + (view[name] - from[name]) * eased;
      this.show({ x: mix("x"), y: mix("y"), k: mix("k") });
      if (share < 1) this.moving = requestAnimationFrame(step);
    };
    this.moving = requestAnimationFrame(step);
  }

  show(view) {
    const [width, height] = this.size;
    const w = width * view.k;
    const h = height * view.k;
    const inside = (middle, seen, all) =>
      seen >= all ? all / 2 : Math.min(Math.max(middle, seen / 2), all - seen / 2);
    const x = inside(view.x, w, this.page[0]);
    const y = inside(view.y, h, this.page[1]);
    this.view = { x, y, k: view.k };
    this.root.setAttribute("viewBox", `${x - w / 2} ${y - h / 2} ${w} ${h}`);
    this.wasWhole = this.isWhole;
    this.root.classList.toggle("close", !this.isWhole);
  }

  listen() {
    const root = this.root;
    const place = (event) => {
      const box = root.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    root.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        this.zoom(Math.exp(Math.sign(event.deltaY) * Math.min(Math.abs(event.deltaY), 120) * 0.0022), place(event));
      },
      { passive: false },
    );
    root.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      root.setPointerCapture(event.pointerId);
      this.fingers.set(event.pointerId, place(event));
      this.moved = this.fingers.size > 1 ? 100 : 0;
    });
    root.addEventListener("pointermove", (event) => {
      const before = this.fingers.get(event.pointerId);
      if (!before) return;
      const now = place(event);
      const [dx, dy] = [now[0] - before[0], now[1] - before[1]];
      this.moved += Math.abs(dx) + Math.abs(dy);
      if (this.fingers.size === 2) {
        const other = [...this.fingers].find(([id]) => id !== event.pointerId)[1];
        const apart = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]) || 1;
        this.pan(dx / 2, dy / 2);
        const middle = [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2];
        this.zoom(apart(before, other) / apart(now, other), middle);
      } else if (!this.isWhole) this.pan(dx, dy);
      this.fingers.set(event.pointerId, now);
    });
    root.addEventListener("pointerup", (event) => {
      this.fingers.delete(event.pointerId);
      if (this.moved < 8) this.picked(place(event));
    });
    root.addEventListener("pointercancel", (event) => this.fingers.delete(event.pointerId));
    byId("zoom-in").addEventListener("click", () => this.zoom(1 / STEP));
    byId("zoom-out").addEventListener("click", () => this.zoom(STEP));
    byId("zoom-all").addEventListener("click", () => this.whole());
    root.addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    const steps = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "+" || event.key === "=") this.zoom(1 / STEP);
    else if (event.key === "-") this.zoom(STEP);
    else if (event.key === "0") this.whole();
    else if (event.key in steps) this.pan(...steps[event.key]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // The cell under a place on the screen, if there is one.
  picked([px, py]) {
    const [width, height] = this.size;
    const x = this.view.x + (px - width / 2) * this.view.k;
    const y = this.view.y + (py - height / 2) * this.view.k;
    const hit = this.cells.find(
      ({ at: [cx, cy, w, h] }) => x >= cx && x <= cx + w && y >= cy && y <= cy + h,
    );
    if (hit) this.choose(hit.id);
  }
}

// A part of the sheet's picture: a cell with a little around it, or a whole row.
export function drawPart(root, source, page, [x, y, w, h], marked) {
  root.setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
  root.replaceChildren(
    svg("image", { href: source, width: page[0], height: page[1] }),
    ...marked.map(([mx, my, mw, mh]) =>
      svg("rect", { class: "here", x: mx, y: my, width: mw, height: mh, rx: 0.8 }),
    ),
  );
}
