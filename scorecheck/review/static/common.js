// What both pages share: the words, making elements, and talking to scorecheck.

export const base = document.body.dataset.base;
export const lang = document.body.dataset.lang;

export const dataOf = (id) => JSON.parse(document.getElementById(id).textContent);
export const byId = (id) => document.getElementById(id);

const words = dataOf("words");

// A sentence in the page's language, with its gaps filled.
export function say(name, given = {}) {
  return words[name].replace(/\{(\w+)\}/g, (gap, key) => (key in given ? given[key] : gap));
}

export const count = (n, name) => say(n === 1 ? `${name}_one` : `${name}_many`, { n });

// An element with attributes and children; texts become text, never markup.
function made(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export const html = (tag, attributes = {}, ...children) =>
  made(document.createElement(tag), attributes, children);

export const svg = (tag, attributes = {}, ...children) =>
  made(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

// Words for screen readers only.
export const unseen = (text) => html("span", { class: "unseen" }, text);

export class Failed extends Error {
  // `refused`: scorecheck answered, and will not do it; otherwise it may be tried again.
  constructor(message, help, refused) {
    super(message);
    this.help = help || "";
    this.refused = refused;
  }
}

async function answerOf(request) {
  let answer;
  try {
    answer = await request;
  } catch {
    throw new Failed(say("lost"), "", false);
  }
  const found = await answer.json().catch(() => ({}));
  if (answer.ok) return found;
  const error = found.error || {};
  throw new Failed(error.message || answer.statusText, error.help, answer.status < 500);
}

const address = (path, given) =>
  `${base}/${path}?${new URLSearchParams({ lang, ...given })}`;

export const get = (path, given = {}) => answerOf(fetch(address(path, given)));

export const post = (path, given, body) =>
  answerOf(
    fetch(address(path, given), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      keepalive: true,
    }),
  );

export const send = (path, file) =>
  answerOf(
    fetch(address(path, {}), {
      method: "POST",
      headers: { "Content-Type": "application/octet-stream" },
      body: file,
    }),
  );

// The hour of a moment, as people here write it.
export function hour(at) {
  return new Date(at).toLocaleTimeString(document.documentElement.lang, {
    hourCycle: "h23",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
}

// The language switch shows the page anew at once; the button beside it is for other browsers.
byId("lang").addEventListener("change", (event) => event.target.form.submit());
