// Pictures of the points: a bar for each player, or the course of several games.

import { byId, html, say, svg } from "./common.js";

const NARROWEST = 300; // as small phones are; drawn larger than life it is never
const WIDEST = 480;
const ROOMY = 62; // a column that has room for words below it

export function drawChart(facts) {
  const { cards, kind } = facts.together;
  const place = byId("chart");
  const known = cards.filter((card) => !card.hangs);
  if (cards.length < 2 || !known.length) return place.replaceChildren();
  const wide = Math.min(Math.max(place.clientWidth, NARROWEST), WIDEST);
  const drawn = kind === "match" ? course(cards, wide) : bars(cards, wide);
  const caption = say(kind === "match" ? "course" : "together");
  place.replaceChildren(html("figcaption", {}, caption), drawn);
}

const told = (card) =>
  `${card.name}: ${card.hangs ? say("points_open") : say("points", { n: card.points })}`;

function bars(cards, wide) {
  const left = 96;
  const high = 34;
  const most = Math.max(1, ...cards.filter((card) => !card.hangs).map((card) => card.points));
  const scale = (wide - left - 64) / most;
  const rows = cards.map((card, number) => {
    const y = number * high + 6;
    const row = [
      svg("text", { class: "name", x: left - 10, y: y + 16, "text-anchor": "end" }, card.name),
    ];
    if (card.hangs) {
      row.push(svg("line", { class: "unknown", x1: left, x2: wide - 60, y1: y + 11, y2: y + 11 }));
      row.push(svg("text", { class: "value", x: wide - 52, y: y + 16 }, "…"));
    } else {
      let x = left;
      card.parts.forEach((part, index) => {
        const width = Math.max(part.points, 0) * scale;
        if (width > 0) {
          row.push(
            svg("rect", { class: `part part-${index % 3}`, x, y, width: Math.max(width - 1, 1), height: 22, rx: 2 },
              svg("title", {}, `${part.name}: ${part.points}`)),
          );
        }
        x += width;
      });
      row.push(svg("text", { class: card.leads ? "value leads" : "value", x: x + 8, y: y + 16 },
        `${card.points}${card.leads ? " ★" : ""}`));
    }
    return svg("g", {}, ...row);
  });
  return svg(
    "svg",
    { viewBox: `0 0 ${wide} ${cards.length * high + 4}`, role: "img", "aria-label": cards.map(told).join("; ") },
    ...rows,
  );
}

function course(cards, wide) {
  const high = 190;
  const floor = 150;
  const known = cards.filter((card) => !card.hangs);
  const most = Math.max(1, ...known.map((card) => card.points));
  const mean = known.reduce((sum, card) => sum + card.points, 0) / known.length;
  const right = 46;
  const step = (wide - right - 6) / cards.length;
  const y = (points) => floor - (points / most) * (floor - 30);
  let sum = 0;
  let whole = true;
  const columns = cards.map((card, number) => {
    const x = 6 + step * (number + 0.5);
    const width = Math.min(step * 0.55, 46);
    const name = svg("text", { class: "name", x, y: floor + 18, "text-anchor": "middle" }, card.name);
    if (card.hangs) {
      whole = false;
      return svg("g", {}, name,
        svg("line", { class: "unknown", x1: x, x2: x, y1: 40, y2: floor }),
        svg("text", { class: "value", x, y: 30, "text-anchor": "middle" }, "…"));
    }
    sum += card.points;
    const running = step < ROOMY ? `Σ ${sum}` : say("running", { n: sum });
    const sofar = whole && number ? running : "";
    return svg("g", {}, name,
      svg("rect", { class: "part part-0", x: x - width / 2, y: y(card.points), width, height: Math.max(floor - y(card.points), 1), rx: 2 }),
      svg("text", { class: "value", x, y: y(card.points) - 7, "text-anchor": "middle" }, card.points),
      svg("text", { class: "sofar", x, y: floor + 34, "text-anchor": "middle" }, sofar));
  });
  const line = y(mean);
  const middle = [
    svg("line", { class: "mean", x1: 6, x2: wide - right, y1: line, y2: line }),
    svg("text", { class: "sofar", x: wide - right + 5, y: line + 4 }, `Ø ${Math.round(mean)}`),
  ];
  return svg(
    "svg",
    { viewBox: `0 0 ${wide} ${high}`, role: "img", "aria-label": cards.map(told).join("; ") },
    ...columns,
    ...(known.length === cards.length ? middle : []), // a part of the games has no mean to speak of
  );
}
