// Two reviews side by side: what each person said of each cell, and whether they agree.

import { byId, html, say } from "./common.js";

export function drawCompared(facts, choose) {
  const table = byId("compared");
  if (!table) return;
  const heads = ["cell", "first", "second", "settled"];
  table.replaceChildren(
    html("thead", {}, html("tr", {}, ...heads.map((name) => html("th", { scope: "col" }, say(name))))),
    html("tbody", {}, ...facts.compared.map((one) => rowOf(one, choose))),
  );
}

function rowOf(one, choose) {
  const place = say("place", { column: one.name, cell: one.label });
  const said = one.said.map((word) => html("td", { title: word && word.remark }, ...wordOf(word)));
  const [first, second, settling] = said;
  if (!one.said[2]) settling.replaceChildren(say(one.standing));
  return html(
    "tr",
    { class: one.standing },
    html(
      "th",
      { scope: "row" },
      html("button", { type: "button", class: "link", onclick: () => choose(one.cell, true) }, place),
    ),
    first,
    second,
    settling,
  );
}

function wordOf(word) {
  if (!word) return ["–"];
  return [html("strong", {}, word.words), html("span", { class: "quiet" }, ` ${word.by}`)];
}
