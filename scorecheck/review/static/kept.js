// The sheets of an archive by event, round and table, and which of them are shown.

import { base, byId, count, html, say } from "./common.js";

const KEPT = "scorecheck-shown";
const choices = {
  waits: (sheet) => sheet.waits,
  findings: (sheet) => sheet.findings > 0,
  all: () => true,
};
let chosen = sessionStorage.getItem(KEPT);

export function drawKept(sheets) {
  if (!chosen) chosen = sheets.some(choices.waits) ? "waits" : "all";
  const shown = sheets.filter(choices[chosen]);
  byId("count").textContent = count(sheets.length, "sheets");
  const focused = document.activeElement?.dataset?.choice;
  byId("kept").replaceChildren(
    chooser(sheets),
    ...(shown.length ? groups(shown) : [html("p", { class: "quiet none" }, say(`none_${chosen}`))]),
  );
  if (focused) byId("kept").querySelector(`[data-choice="${focused}"]`).focus();
}

function chooser(sheets) {
  const buttons = Object.entries(choices).map(([name, holds]) =>
    html(
      "button",
      {
        type: "button",
        "data-choice": name,
        "aria-pressed": name === chosen ? "true" : "false",
        onclick: () => {
          chosen = name;
          sessionStorage.setItem(KEPT, name);
          drawKept(sheets);
        },
      },
      say(`show_${name}`, { n: sheets.filter(holds).length }),
    ),
  );
  return html("div", { class: "chooser", role: "group", "aria-label": say("show") }, ...buttons);
}

// Runs of sheets that have the same in common, in their order.
function runs(sheets, of) {
  const found = [];
  for (const sheet of sheets) {
    const last = found[found.length - 1];
    if (last && last.of === of(sheet)) last.sheets.push(sheet);
    else found.push({ of: of(sheet), sheets: [sheet] });
  }
  return found;
}

function groups(sheets) {
  return runs(sheets, (sheet) => sheet.event).map((event) =>
    html(
      "section",
      { class: "event" },
      html("h2", {}, event.of || say("no_event")),
      ...runs(event.sheets, (sheet) => sheet.round).flatMap((round) => [
        round.of ? html("h3", {}, round.of) : null,
        html("ol", { class: "kept" }, ...round.sheets.map(sheetOf)),
      ]),
    ),
  );
}

function sheetOf(sheet) {
  const number = sheet.number === null ? "" : say("sheet", { n: sheet.number });
  const told = html(
    "span",
    { class: "told" },
    html("span", {}, html("strong", {}, sheet.title), html("span", { class: "quiet" }, number && ` · ${number}`)),
    sheet.players.length ? html("span", { class: "players" }, sheet.players.join(", ")) : null,
    sheet.second ? html("span", { class: "quiet" }, secondOf(sheet)) : null,
    sheet.error ? html("span", { class: "bad" }, sheet.error) : null,
  );
  const line = [told, html("span", { class: "chips" }, ...chips(sheet))];
  const row = sheet.key
    ? html("a", { class: "sheet-link", href: `${base}/sheet/${sheet.key}` }, ...line)
    : html("div", { class: "sheet-link none" }, ...line);
  return html("li", { "data-sheet": sheet.number }, row, ...others(sheet));
}

// What is open on a sheet: each thing has a chip of its own.
function chips(sheet) {
  const chip = (look, text) => html("span", { class: `chip ${look}` }, text);
  const found = [];
  if (sheet.differ) found.push(chip("differ", say("photos_differ")));
  if (sheet.open) found.push(chip("open", count(sheet.open, "left")));
  if (sheet.findings) found.push(chip("at-fault", count(sheet.findings, "finding")));
  if (sheet.error) found.push(chip("failed", say("failed")));
  else if (sheet.progress === "gone") found.push(chip("", say("gone")));
  else if (sheet.progress === "checking" && sheet.waits) found.push(chip("", say("checking")));
  if (!found.length) found.push(chip("clean", say("clean")));
  return found;
}

// The other photos of the same sheet; each can be looked at.
function others(sheet) {
  if (sheet.photos.length < 2) return [];
  const links = sheet.photos.map((photo, at) =>
    photo.key
      ? html("a", { class: photo.rival ? "rival" : "", href: `${base}/sheet/${photo.key}` }, say("photo", { n: at + 1 }))
      : null,
  );
  return [html("p", { class: "other-photos" }, ...links)];
}

export function secondOf({ differences }) {
  if (differences === null) return say("second");
  return differences ? count(differences, "differ") : say("agree");
}
