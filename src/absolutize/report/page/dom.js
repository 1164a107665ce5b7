// Elements made of text. Nothing of a document is ever parsed as markup: text becomes text nodes.

const SVG = "http://www.w3.org/2000/svg";

function node(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children.flat().filter(child => child !== null && child !== undefined && child !== ""));
  return made;
}

function h(name, attributes = {}, ...children) {
  return node(document.createElement(name), attributes, children);
}

function svg(name, attributes = {}, ...children) {
  return node(document.createElementNS(SVG, name), attributes, children);
}

function byId(id) {
  return document.getElementById(id);
}

// Control characters and those that turn the direction of text are spelled, so that no text looks like another.
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]/gu;

function spelled(character) {
  return `\\u${character.codePointAt(0).toString(16).padStart(4, "0")}`;
}

function visible(text) {
  return text.replace(HIDDEN, spelled);
}

// A text of a document in one line, and in the direction that it has by itself.
function code(text, kind = "") {
  return h("code", { dir: "auto", class: kind || null }, visible(text.replace(/[\t\n\r]/g, " ")));
}

const INTEGER = new Intl.NumberFormat("en");

function integer(value) {
  return INTEGER.format(value);
}

function share(part, whole) {
  if (!whole || !part) return "0%";
  const percent = (100 * part) / whole;
  if (percent < 0.1) return "< 0.1%";
  return percent > 99.9 && part < whole ? "> 99.9%" : `${Number(percent.toFixed(percent < 10 ? 1 : 0))}%`;
}

function plural(count, one, many = `${one}s`) {
  return `${integer(count)} ${count === 1 ? one : many}`;
}

function total(values) {
  return values.reduce((sum, value) => sum + value, 0);
}
