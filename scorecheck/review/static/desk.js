// The list of photos: what has been read, what waits, and taking another picture.

import { base, byId, count, dataOf, get, html, say, send } from "./common.js";
import { drawKept, secondOf } from "./kept.js";

let facts = dataOf("facts");
let awaited = null; // the photo that was just taken: its sheet is shown once it has been read

function draw() {
  byId("photos").replaceChildren(...facts.photos.map(photoOf));
  if (facts.sheets) return drawKept(facts.sheets);
  byId("count").textContent = facts.photos.length ? count(facts.photos.length, "read") : "";
  if (!facts.photos.length) byId("photos").append(html("li", { class: "empty quiet" }, say("none")));
}

function photoOf(photo) {
  const items = photo.sheets.map((sheet) => sheetOf(photo, sheet));
  if (photo.progress !== "done") items.push(html("p", { class: `chip ${photo.progress}` }, say(photo.progress)));
  if (photo.error) {
    items.push(
      html(
        "div",
        { class: "bad" },
        html("p", {}, html("span", { class: "chip failed" }, say("failed")), " ", photo.error),
        photo.help ? html("p", { class: "quiet" }, photo.help) : null,
      ),
    );
  }
  return html("li", { class: "sheet-card" }, html("h2", {}, photo.name), ...items);
}

function sheetOf(photo, sheet) {
  const facts = [];
  if (sheet.number !== null) facts.push(say("sheet", { n: sheet.number }));
  if (sheet.page > 1 || photo.sheets.length > 1) facts.push(say("page", { n: sheet.page }));
  facts.push(sheet.columns);
  const state = sheet.open ? "open" : sheet.asked ? "settled" : "clean";
  const told = sheet.open ? count(sheet.open, "left") : say(state);
  return html(
    "a",
    { class: "sheet-link", href: `${base}/sheet/${sheet.key}` },
    html("img", { src: `${base}/sheet/${sheet.key}/picture.jpg`, alt: "", loading: "lazy" }),
    html(
      "span",
      { class: "told" },
      html("strong", {}, sheet.title),
      html("span", { class: "quiet" }, facts.join(" · ")),
      sheet.second ? html("span", { class: "quiet" }, secondOf(sheet)) : null,
    ),
    html("span", { class: `chip ${state}` }, told),
  );
}

async function refresh() {
  let wait = 4000;
  try {
    const found = await get("desk.json");
    if (JSON.stringify(found) !== JSON.stringify(facts)) {
      facts = found;
      draw();
    }
    if (byId("news").classList.contains("failed")) tell("");
    if (facts.photos.some((photo) => photo.progress !== "done")) wait = 700;
  } catch (failure) {
    tell(failure.message, true);
  }
  showAwaited();
  setTimeout(refresh, wait);
}

// Whether a sheet is on the photo of this number.
const isOf = (key, number) => number !== null && (key || "").startsWith(`${number}-`);

function showAwaited() {
  const photo = facts.photos.find((one) => one.number === awaited);
  const known = (facts.sheets || []).filter((one) => one.photos.some(({ key }) => isOf(key, awaited)));
  if (known.length === 1) {
    const { key } = known[0].photos.find((one) => isOf(one.key, awaited));
    awaited = null;
    location.assign(`${base}/sheet/${key}`);
  }
  if (!photo || photo.progress !== "done") return;
  awaited = null;
  if (photo.sheets.length === 1) location.assign(`${base}/sheet/${photo.sheets[0].key}`);
}

function tell(text, failed = false) {
  byId("news").textContent = text;
  byId("news").classList.toggle("failed", failed);
}

// Sends files one after the other; gives the number of the last one, null where one was refused.
async function upload(files) {
  let number = null;
  for (const file of files) {
    tell(say("sending", { name: file.name }));
    try {
      ({ number } = await send("photos", file));
      tell(say("sent", { name: file.name }));
      facts = await get("desk.json");
      draw();
    } catch (failure) {
      tell(`${file.name}: ${[failure.message, failure.help].filter(Boolean).join("; ")}`, true);
      return null;
    }
  }
  return number;
}

for (const input of [byId("camera"), byId("files")]) {
  input.addEventListener("change", async () => {
    const number = await upload([...input.files]);
    if (input.id === "camera") awaited = number;
    input.value = "";
  });
}
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  upload([...event.dataTransfer.files]);
});
draw();
refresh();
