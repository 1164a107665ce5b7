// CSS text with its URLs resolved: CSS Syntax 3 tokens, read without any code of the rewriter.
"use strict";

const NEWLINE = /\r\n|[\n\r\f]/y;
const ESCAPE = /\\(?:([0-9a-fA-F]{1,6})(?:\r\n|[ \t\n\r\f])?|([^\n\r\f]))/uy;
const NAME = /(?:[-\w]|[^\0-\x7f]|\0|\\(?:[0-9a-fA-F]{1,6}(?:\r\n|[ \t\n\r\f])?|[^\n\r\f0-9a-fA-F]))+/uy;
const SPACE = /[ \t\n\r\f]*/y;
const COMMENT = /\/\*[^]*?(?:\*\/|$)/y;

function matched(pattern, text, position) {
  pattern.lastIndex = position;
  return pattern.exec(text);
}

function escaped(hex, literal) {
  if (hex === undefined) return literal === "\0" ? "\ufffd" : literal;
  const point = parseInt(hex, 16);
  const isNone = point === 0 || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff);
  return isNone ? "\ufffd" : String.fromCodePoint(point);
}

function unescaped(name) {
  return name.replace(/\\(?:([0-9a-fA-F]{1,6})(?:\r\n|[ \t\n\r\f])?|([^]))/gu, (_, hex, literal) => escaped(hex, literal));
}

// a string token from its quote: [what it says, where it ends, whether a newline broke it]
function string(text, position) {
  const quote = text[position++];
  let said = "";
  while (position < text.length) {
    const match = matched(ESCAPE, text, position);
    if (match) {
      said += escaped(match[1], match[2]);
      position += match[0].length;
    } else if (text[position] === "\\") {
      position += 1 + (matched(NEWLINE, text, position + 1)?.[0].length ?? 0);
    } else if (text[position] === quote) {
      return [said, position + 1, false];
    } else if (matched(NEWLINE, text, position)) {
      return [said, position, true];
    } else {
      said += text[position] === "\0" ? "\ufffd" : text[position];
      position++;
    }
  }
  return [said, position, false];
}

// an unquoted url( from behind its parenthesis: [what it says or null, where it ends]
function unquoted(text, position) {
  let said = "", bad = false;
  while (position < text.length) {
    const match = matched(ESCAPE, text, position);
    if (match) {
      said += escaped(match[1], match[2]);
      position += match[0].length;
      continue;
    }
    const character = text[position];
    if (character === "\\" && position + 1 === text.length) return [bad ? null : `${said}\ufffd`, position + 1]; // an escape
    if (character === ")") return [bad ? null : said, position + 1];
    if (/[ \t\n\r\f]/.test(character) && !bad) {
      position += matched(SPACE, text, position)[0].length;
      if (position < text.length && text[position] !== ")") bad = true;
      continue;
    }
    if (/["'(\\\x01-\x08\x0b\x0e-\x1f\x7f]/.test(character)) bad = true;
    said += character === "\0" ? "\ufffd" : character;
    position++;
  }
  return [bad ? null : said, position];
}

// a reference that is resolved alike in each encoding: its query in UTF-8, as Chromium sends it in CSS, except url() in sheets
const inUTF8 = (reference) => reference.replace(/\?[^#]*/, (query) => query.replace(/[^\0-\x7f]+/g, (text) => encodeURIComponent(text.toWellFormed())));

// the text with each URL as `resolve` gives it; functions whose strings are URLs are known by name
function canonicalCSS(text, resolveURL) {
  const url = (reference) => {
    const resolve = (text) => resolveURL(imports ? inUTF8(text) : text);
    const isEmpty = reference.replace(/[ \t\n\f\r]/g, "") === ""; // control characters are not: they are the base
    return `url(${JSON.stringify(isEmpty ? "" : reference[0] === "#" ? reference : resolve(reference))})`;
  };
  const functions = [];
  let result = "", position = 0, imports = false;
  while (position < text.length) {
    const character = text[position];
    let match;
    if ((match = matched(COMMENT, text, position))) {
      result += match[0];
      position += match[0].length;
    } else if (character === '"' || character === "'") {
      const [said, end, isBad] = string(text, position);
      const isURL = !isBad && (imports || /^(-webkit-)?image-set$/.test(functions.at(-1) ?? ""));
      result += isURL ? url(said) : text.slice(position, end);
      imports = false;
      position = end;
    } else if (character === "@" && (match = matched(NAME, text, position + 1))) {
      imports = unescaped(match[0]).toLowerCase() === "import";
      result += `@${match[0]}`;
      position += 1 + match[0].length;
    } else if ((match = matched(NAME, text, position))) {
      const name = unescaped(match[0]).toLowerCase();
      const end = position + match[0].length;
      if (text[end] !== "(") {
        result += match[0];
        position = end;
      } else {
        const inside = end + 1 + matched(SPACE, text, end + 1)[0].length;
        const isQuoted = text[inside] === '"' || text[inside] === "'";
        if (name === "url" && !isQuoted) {
          const [said, stop] = unquoted(text, inside);
          result += said === null ? text.slice(position, stop) : url(said);
          position = stop;
        } else if (name === "url" || name === "src") {
          const [said, stop, isBad] = isQuoted ? string(text, inside) : ["", inside, true];
          result += isBad ? text.slice(position, stop) : `${url(said).slice(0, -1)}`;
          functions.push(name);
          position = stop;
        } else {
          functions.push(name);
          result += text.slice(position, end + 1);
          position = end + 1;
        }
        imports = false;
      }
    } else {
      if (character === "(") functions.push("");
      if (character === ")") functions.pop();
      if (!/[ \t\n\r\f]/.test(character)) imports = false;
      result += character;
      position++;
    }
  }
  return result;
}

// what the browser made of a style sheet: its rules as it writes them
function canonicalSheet(sheet, resolve) {
  return [...sheet.cssRules].map((rule) =>
    rule.constructor.name === "CSSNamespaceRule" ? rule.cssText : canonicalCSS(rule.cssText, resolve)).join("\n");
}
