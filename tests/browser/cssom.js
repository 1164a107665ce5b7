// Tells what the object model of a style sheet says, with URLs as the browser resolves them.
"use strict";

const URLS = /url\("((?:[^"\\]|\\[\s\S])*)"\)/g;
const ESCAPES = /\\([0-9a-f]{1,6}) ?|\\([\s\S])/g;
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";
const COMPUTED = ["border-image-source", "background-image", "list-style-image", "cursor", "content"];

function resolved(text, base) {
  return text.replace(URLS, (all, written) => {
    const url = written.replace(ESCAPES, (_, code, c) => code ? String.fromCodePoint(parseInt(code, 16)) : c);
    return url === "" || url[0] === "#" ? all : `url(${new URL(url, base)})`;
  });
}

function* rulesOf(rules, base) {
  for (const rule of rules) {
    const name = rule.constructor.name;
    for (const property of rule.style || []) {
      const value = rule.style.getPropertyValue(property);
      // what is not yet read is left out here: it is seen by what is computed of it
      yield [name, property, property.startsWith("--") || value.includes("var(") ? "" : resolved(value, base)];
    }
    if (rule.href !== undefined) yield [name, new URL(rule.href, base).href];
    else yield [name, rule.selectorText || rule.namespaceURI || rule.conditionText || ""];
    if (rule.cssRules) yield* rulesOf(rule.cssRules, base);
  }
}

async function look(sheets, base) {
  return Promise.all(sheets.map(async (sheet) => {
    const frame = document.createElement("iframe");
    const policy = `<meta http-equiv=Content-Security-Policy content="${POLICY}">`;
    frame.srcdoc = `${policy}<base href="${base}"><style></style><style></style><p id=i>`;
    const loaded = new Promise((done) => { frame.onload = done; });
    document.body.append(frame);
    await loaded;
    const inside = frame.contentDocument;
    const [first, second] = inside.querySelectorAll("style");
    first.textContent = sheet;
    second.textContent = "#i {border-image-source: var(--y); list-style-image: var(--z)}";
    const rules = [...rulesOf(first.sheet.cssRules, base)];
    const style = frame.contentWindow.getComputedStyle(inside.getElementById("i"));
    // of a string that never ends, Chromium may or may not keep the white space at its end
    const computed = COMPUTED.map((name) => style.getPropertyValue(name).replace(/ +"/g, '"'));
    frame.remove();
    return [...rules, computed];
  }));
}
