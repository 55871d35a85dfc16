// A sheet under review: goes from cell to cell, keeps each answer, shows what follows from it.

import { Ask } from "./ask.js";
import { drawChart } from "./chart.js";
import { base, byId, dataOf, get, hour, html, post, say } from "./common.js";
import { drawCompared } from "./compared.js";
import { drawKey } from "./frames.js";
import { Outbox } from "./outbox.js";
import { Photo } from "./photo.js";
import { drawVerdict } from "./verdict.js";
import { Who } from "./who.js";

const SETTLING = 3; // the comparison of two reviews
const LOOK = 400; // ms: a cell that came up this moment has not been looked at

const { players, differ } = dataOf("around"); // in an archive: who plays, where photos differ
let facts = null;
let given = ""; // the same, as it came
take(dataOf("facts"));
const sheet = `sheet/${facts.key}`;
const source = `${base}/${sheet}/picture.jpg`;
const handheld = matchMedia("(pointer: coarse)");

const who = new Who(dataOf("names"));
const ask = new Ask(facts.page_mm, source, (text) => answer(text));
const photo = new Photo(facts, source, (cell) => goTo(cell));
const outbox = new Outbox({ send: deliver, changed: refresh, refused: turnedBack });
let current = null;
let opened = 0; // when the cell came up; long ago once a reading was marked on purpose

// What scorecheck says of the sheet; cells on which another photo differs are gone through too.
function take(found) {
  given = JSON.stringify(found);
  const contested = found.round === 1 ? differ : [];
  for (const cell of found.cells) cell.contested = contested.includes(cell.id) && !cell.decided;
  const asked = new Set([...found.queue, ...contested]);
  found.queue = found.cells.map((cell) => cell.id).filter((id) => asked.has(id));
  facts = found;
}

const cellOf = (id) => facts.cells.find((cell) => cell.id === id);
const nameOf = (cell) => {
  const card = facts.cards.find((one) => one.column === cell.column);
  const column = players[cell.column] || card.name;
  return say("place", { column, cell: cell.label });
};

function goTo(id, alsoInPhoto = false) {
  if (!id || !cellOf(id)) return;
  current = id;
  opened = performance.now();
  const cell = cellOf(id);
  ask.open(cell, nameOf(cell));
  refresh();
  photo.follow(cell);
  if (alsoInPhoto) byId("photo").scrollIntoView({ block: "nearest" });
  if (!handheld.matches) byId("text").focus({ preventScroll: true });
}

function refresh() {
  const pending = outbox.byCell;
  const found = new Set(facts.cards.flatMap((card) => card.findings.flatMap((one) => one.cells)));
  const place = facts.queue.indexOf(current) + 1;
  ask.refresh(cellOf(current), pending.get(current), place, facts.queue.length);
  byId("all-settled").hidden = facts.cells.some((cell) => (cell.open || cell.contested) && !pending.has(cell.id));
  photo.draw(facts.cells, nameOf, pending, found, current);
  drawVerdict(facts, goTo, players);
  drawChart(facts);
  drawCompared(facts, goTo);
  if (byId("to-compare")) byId("to-compare").hidden = !facts.can_be_compared;
  showSaved();
}

function showSaved() {
  const { waiting, failed, last } = outbox;
  const shown = byId("saved");
  shown.className = failed ? "saved failed" : "saved";
  if (failed) {
    shown.replaceChildren(
      say("unsaved", { why: failed.message }) + " ",
      html("button", { type: "button", class: "link", onclick: () => outbox.retry() }, say("again")),
    );
  } else if (waiting) shown.textContent = say("saving");
  else shown.textContent = last ? last : "";
}

// The next cell, in the order of the sheet, that nobody has settled; round again at the end.
function nextOpen(from) {
  const open = (id) => (cellOf(id).open || cellOf(id).contested) && !outbox.byCell.has(id);
  const at = facts.queue.indexOf(from);
  const ahead = [...facts.queue.slice(at + 1), ...facts.queue.slice(0, at + 1)];
  return ahead.find(open);
}

function step(way) {
  const { queue } = facts;
  if (!queue.length) return;
  const at = queue.indexOf(current);
  const next = at < 0 ? 0 : (at + way + queue.length) % queue.length;
  goTo(queue[next]);
}

async function answer(text) {
  if (!(await who.known())) return;
  if (facts.round === SETTLING && !ask.remark.value.trim()) {
    ask.hint(say("why"), true);
    ask.remark.focus();
    return;
  }
  outbox.put({ kind: "decide", cell: current, text, remark: ask.remark.value, by: who.name });
  const next = nextOpen(current);
  if (next) goTo(next);
  else finished();
}

function finished() {
  ask.text.value = "";
  ask.remark.value = "";
  ask.hint("");
  refresh();
}

async function undo() {
  if (!(await who.known())) return;
  outbox.put({ kind: "undo", by: who.name });
}

async function deliver({ kind, ...body }) {
  const reply = await post(`${sheet}/${kind}`, { round: facts.round }, body);
  take(reply.facts);
  if (kind === "undo") {
    goTo(reply.cell);
    return say("undone", { place: nameOf(cellOf(reply.cell)) });
  }
  return say("saved", { time: hour(reply.saved) });
}

// scorecheck will not have it: back to the cell, with what was typed and the reason.
function turnedBack(item, failure) {
  if (item.kind === "decide") {
    goTo(item.cell);
    ask.text.value = item.text;
    ask.remark.value = item.remark;
    ask.text.select();
  }
  ask.hint([failure.message, failure.help].filter(Boolean).join(": "), true);
  refresh();
}

function submit() {
  const { answer: text } = ask;
  // Enter pressed twice, or after X, must not take the reading of a cell that nobody has seen.
  const unseen = !ask.text.value && performance.now() - opened < LOOK;
  if (unseen && text !== null) ask.hint(say("look"));
  else if (text === null) ask.hint(say("accept"), true);
  else answer(text);
}

function mark(way) {
  ask.step(way);
  opened = -LOOK;
}

const commands = {
  x: () => answer("X"),
  b: () => answer(""),
  n: () => answer("?"),
  u: undo,
  r: () => {
    document.querySelector(".remark").open = true;
    ask.remark.focus();
  },
  z: () => photo.toggle(cellOf(current)),
  "?": () => byId("help").showModal(),
  ArrowLeft: () => step(-1),
  ArrowRight: () => step(1),
  ArrowUp: () => mark(-1),
  ArrowDown: () => mark(1),
};

function onKey(event) {
  const { target, key } = event;
  if (document.querySelector("dialog[open]")) return;
  if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === "z" && !ask.text.value) {
    event.preventDefault();
    return undo();
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (target === ask.remark) {
    if (key === "Escape") ask.text.focus();
    return;
  }
  if (target.matches("select, input:not(#text)")) return;
  if (key === "Escape") {
    ask.text.value = "";
    return;
  }
  const command = commands[key] || commands[key.toLowerCase()];
  if (command && (!ask.text.value || key === "ArrowUp" || key === "ArrowDown")) {
    event.preventDefault();
    command();
  } else if (key === "Enter" && target === document.body) submit();
  else if (key.length === 1 && target !== ask.text && !target.matches("button, summary, a")) ask.text.focus();
}

byId("answer").addEventListener("submit", (event) => {
  event.preventDefault();
  submit();
});
ask.text.addEventListener("input", () => ask.hint(""));
for (const button of document.querySelectorAll(".quick [data-text]")) {
  button.addEventListener("click", () => answer(button.dataset.text));
}
byId("before").addEventListener("click", () => step(-1));
byId("after").addEventListener("click", () => step(1));
byId("undo").addEventListener("click", undo);
byId("help-button").addEventListener("click", commands["?"]);
byId("row").addEventListener("click", () => photo.near(cellOf(current)));
document.addEventListener("keydown", onKey);
document.querySelectorAll(".key").forEach(drawKey);
// Others may decide on the same sheet, on another phone: what they do is shown, what is typed stays.
async function lookAgain() {
  if (!document.hidden && !outbox.waiting) {
    const found = await get(`${sheet}/facts.json`, { round: facts.round }).catch(() => null);
    if (found && !outbox.waiting && JSON.stringify(found) !== given) {
      take(found);
      refresh();
    }
  }
  setTimeout(lookAgain, 5000);
}

addEventListener("beforeunload", (event) => outbox.waiting && event.preventDefault());

goTo(nextOpen(null) || facts.queue[0] || facts.cells.find((cell) => cell.kind !== "text").id);
who.known();
setTimeout(lookAgain, 5000);
