// Frames around cells: each state has its own colour and its own shape.

import { svg } from "./common.js";

const BADGE = 2.1; // half the height of a badge, in mm

// What a cell looks like: `decided`, `elsewhere` (decided on another photo of the same sheet),
// `disputed`, `contested` (another photo says something else), `doubtful`, `illegible`, `sure` or
// `blank`.
export function lookOf(cell, pending) {
  if (pending) return "decided";
  if (cell.decided) return cell.decided.elsewhere ? "elsewhere" : "decided";
  if (cell.disputed.length) return "disputed";
  if (cell.contested && !cell.open) return "contested";
  return cell.open ? cell.state : cell.state === "blank" ? "blank" : "sure";
}

const shapes = {
  // A round sign with a question mark.
  doubtful: (r) => [
    svg("circle", { class: "ground", r }),
    svg("path", { class: "sign", d: "M-.75-.45a.75.75 0 1 1 1.2.6q-.45.3-.45.75" }),
    svg("circle", { class: "dot", cy: 1.35, r: 0.24 }),
  ],
  // A square on its corner with two bars.
  illegible: (r) => [
    svg("path", { class: "ground", d: `M0 ${-1.25 * r}L${1.25 * r} 0L0 ${1.25 * r}L${-1.25 * r} 0z` }),
    svg("path", { class: "sign", d: "M-.9-.4H.9M-.9.5H.9" }),
  ],
  // A round sign with a tick.
  decided: (r) => [
    svg("circle", { class: "ground", r }),
    svg("path", { class: "sign", d: "M-.95.05L-.25.8L1-.75" }),
  ],
  // A triangle with a bar and a point.
  finding: (r) => [
    svg("path", { class: "ground", d: `M0 ${-1.2 * r}L${1.25 * r} ${r}H${-1.25 * r}z` }),
    svg("path", { class: "sign", d: "M0-.95V.6" }),
    svg("circle", { class: "dot", cy: 1.35, r: 0.26 }),
  ],
};

shapes.disputed = shapes.doubtful;
shapes.contested = shapes.doubtful;
shapes.elsewhere = shapes.decided;

export function badge(look, x, y) {
  const drawn = shapes[look];
  if (!drawn) return null;
  return svg("g", { class: `badge ${look === "disputed" ? "doubtful" : look}`, transform: `translate(${x} ${y})` }, ...drawn(BADGE));
}

// The frame of a cell with its badge on the upper right corner, a finding's on the lower left.
export function frame(cell, look, found, current = false) {
  const [x, y, w, h] = cell.at;
  const inset = look === "sure" || look === "blank" ? 0.5 : 0.3;
  const box = { x: x + inset, y: y + inset, width: w - 2 * inset, height: h - 2 * inset, rx: 0.8 };
  return svg(
    "g",
    { class: `frame ${look === "disputed" ? "doubtful disputed" : look}${found ? " found" : ""}${current ? " current" : ""}`, "data-cell": cell.id },
    current ? svg("rect", { x: x - 0.5, y: y - 0.5, width: w + 1, height: h + 1, rx: 1.4, class: "ring" }) : null,
    svg("rect", { ...box, class: "line" }),
    look === "illegible" ? svg("rect", { ...inner(box), class: "line thin" }) : null,
    badge(look, x + w - 0.9, y + 0.9),
    found ? badge("finding", x + 0.9, y + h - 1.2) : null,
  );
}

const inner = (box) => ({
  x: box.x + 0.9,
  y: box.y + 0.9,
  width: box.width - 1.8,
  height: box.height - 1.8,
  rx: 0.4,
});

// The same signs for the legend.
export function drawKey(place) {
  const look = place.dataset.key;
  place.setAttribute("viewBox", "0 0 12 8");
  place.setAttribute("aria-hidden", "true");
  const cell = { id: "", at: [0.6, 1.6, 10, 6] };
  place.append(
    look === "finding" ? badge("finding", 6, 4.2) : frame(cell, look, false),
  );
}
