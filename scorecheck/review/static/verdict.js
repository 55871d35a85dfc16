// What the sheet comes to, as far as it is settled: findings with their rules, and the totals.

import { byId, count, html, say, unseen } from "./common.js";

export function drawVerdict(facts, choose, players) {
  const cards = facts.cards.filter((card) => !card.blank);
  const left = facts.cells.filter((cell) => cell.open).length;
  const { summary, rests, as_written: asWritten } = facts.together;
  const told = [say("left_none"), summary, rests, asWritten].filter(Boolean);
  byId("outcome").textContent = left ? count(left, "left") : told.map((one) => `${one}.`).join(" ");
  byId("outcome").className = left || rests ? "outcome" : "outcome done";
  byId("cards").replaceChildren(
    ...cards.map((card) => cardOf(card, choose, players[card.column])),
    ...facts.together.findings.map((finding) => findingOf(finding, choose)),
  );
  byId("totals").replaceChildren(...totals(cards, choose));
  byId("notes").replaceChildren(...facts.notes.map((note) => html("li", {}, note)));
}

// `player`: the name of whoever plays in the column, where it is known.
function cardOf(card, choose, player) {
  const told = [];
  if (card.findings.length) told.push(count(card.findings.length, "card_findings"));
  if (card.open) told.push(count(card.open, "card_open"));
  if (card.unread) told.push(count(card.unread, "card_unread"));
  const summary = told.join(", ") || say(card.verdict === "blank" ? "card_blank" : "card_clean");
  return html(
    "section",
    { class: `card ${card.verdict}` },
    html("h3", {}, player ? `${card.name} · ${player}` : card.name, html("span", { class: `sum-up ${card.verdict}` }, summary)),
    ...card.findings.map((finding) => findingOf(finding, choose)),
  );
}

function findingOf(finding, choose) {
  const show = () => choose(finding.cells[finding.cells.length - 1], true);
  return html(
    "article",
    { class: finding.carried ? "finding carried" : "finding" },
    html(
      "p",
      {},
      html("span", { class: "code" }, finding.code),
      finding.message + ". ",
      finding.cells.length
        ? html("button", { type: "button", class: "link", onclick: show }, say("finding_at"))
        : null,
    ),
    finding.rests ? html("p", { class: "quiet" }, `${finding.rests}.`) : null,
    html("details", {}, html("summary", {}, say("rule")), html("p", { class: "quiet" }, finding.rule)),
  );
}

function totals(cards, choose) {
  const rows = new Map();
  for (const card of cards) for (const total of card.totals) rows.set(total.id, total.name);
  if (!rows.size) return [];
  const head = html(
    "tr",
    {},
    html("th", { scope: "col" }, unseen(say("sum"))),
    ...cards.map((card) => html("th", { scope: "col" }, card.name)),
  );
  const body = [...rows].map(([id, name]) =>
    html(
      "tr",
      {},
      html("th", { scope: "row" }, name),
      ...cards.map((card) => {
        const total = card.totals.find((one) => one.id === id);
        return total ? totalOf(total, choose) : html("td", {});
      }),
    ),
  );
  return [html("thead", {}, head), html("tbody", {}, ...body)];
}

// One sum: what is written, and whether it is right; `…` where that is still open.
function totalOf(total, choose) {
  const parts = [];
  let kind = "right";
  if (total.unread) {
    kind = "open";
    parts.push(html("span", { title: say("open_long") }, "…"), unseen(say("open")));
  } else if (total.written === null) {
    kind = "unwritten";
    const right = total.correct === null ? "…" : `(${total.correct})`;
    parts.push(right, unseen(` ${say("unwritten")}`));
  } else if (total.hangs) {
    kind = "open";
    parts.push(`${total.written} `, html("span", { class: "sign", title: say("open_long") }, "…"), unseen(say("open")));
  } else if (total.wrong) {
    kind = "wrong";
    parts.push(
      html("s", {}, total.written),
      html("span", { class: "sign", "aria-hidden": "true" }, " → "),
      unseen(` ${say("wrong")}, ${say("correct")} `),
      html("strong", {}, total.correct),
    );
  } else {
    parts.push(`${total.written} `, html("span", { class: "sign", "aria-hidden": "true" }, "✓"), unseen(say("right")));
  }
  const show = () => choose(total.cell, true);
  return html("td", { class: kind }, html("button", { type: "button", class: "total", onclick: show }, ...parts));
}
