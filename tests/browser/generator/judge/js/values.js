// Values of attributes with their references resolved, by the syntaxes that rows of the link table name.
"use strict";

const words = (text) => text.split(/[ \t\n\f\r]+/).filter(Boolean);
const trimmed = (text) => text.replace(/^[ \t\n\f\r]+|[ \t\n\f\r]+$/g, "");
const listed = (text, mark) => text.split(mark).map(trimmed).filter(Boolean);

// HTML 4.8.4.3.10, parse a srcset attribute
function canonicalSrcset(text, resolve) {
  const candidates = [];
  let position = 0;
  const collected = (pattern) => {
    pattern.lastIndex = position;
    const [match] = pattern.exec(text);
    position += match.length;
    return match;
  };
  for (;;) {
    collected(/[ \t\n\f\r,]*/y);
    if (position >= text.length) return JSON.stringify(candidates);
    const url = collected(/[^ \t\n\f\r]*/y);
    let descriptors = "";
    if (!url.endsWith(",")) {
      descriptors = collected(/(?:[^(,]|\([^)]*\)?)*/y);
      collected(/,?/y);
    }
    candidates.push([resolve(url.replace(/,+$/, "")), trimmed(descriptors)]);
  }
}

// HTML 4.2.5.3, shared declarative refresh steps
function canonicalRefresh(text, resolve) {
  const match = /^[ \t\n\f\r]*((?:\d+|(?=\.))[\d.]*)(?:$|(?=[ \t\n\f\r;,])([^]*))/.exec(text);
  if (!match || match[2] === undefined) return text;
  const rest = match[2].replace(/^[ \t\n\f\r]*[;,]?[ \t\n\f\r]*/, "");
  if (rest === "") return text;
  const [, quote, url] = /^(?:url[ \t\n\f\r]*=[ \t\n\f\r]*)?(["']?)([^]*)$/i.exec(rest);
  const end = quote ? url.indexOf(quote) : -1;
  return `${parseInt(match[1], 10) || 0}; ${resolve(end < 0 ? url : url.slice(0, end))}`;
}

function canonicalPolicy(text, resolve) {
  return text.split(/([;,])/).map((directive) => {
    const [name, ...urls] = words(directive);
    const isReport = name?.toLowerCase() === "report-uri" && /^[\0-\x7f]*$/.test(directive);
    return isReport ? [name, ...urls.map(resolve)].join(" ") : directive;
  }).join("");
}

function canonicalPinned(text, resolve) {
  return text.split(";").map((pair) => {
    const [, name, value] = /^([^=]*)=?([^]*)$/.exec(pair);
    return /^(action|icon|polling)-uri[2-5]?$/i.test(trimmed(name)) ? `${trimmed(name)}=${resolve(trimmed(value))}` : pair;
  }).join(";");
}

const isName = (text) => /[ \t\n\f\r]/.test(trimmed(text)) || !/[/:.#?]/.test(text);

// RDFa Core 1.1 7.4: in brackets, a blank node, or with a prefix that is no scheme
const isCURIE = (text) => /^\[[^]*\]$|^(?![A-Za-z][A-Za-z0-9+.-]*:)(?:(?:[A-Za-z_]|[^\0-\x7f])(?:[-\w.]|[^\0-\x7f])*)?:(?!\/\/)/.test(trimmed(text));

const READERS = {
  url: (text, resolve) => resolve(text),
  urls: (text, resolve) => words(text).map(resolve).join(" "),
  "comma-urls": (text, resolve) => listed(text, ",").map(resolve).join(","),
  "semicolon-urls": (text, resolve) => listed(text, ";").map(resolve).join(";"),
  srcset: canonicalSrcset,
  refresh: canonicalRefresh,
  "report-uri": canonicalPolicy,
  "pinned-site": canonicalPinned,
  "url-or-none": (text, resolve) => (trimmed(text).toLowerCase() === "none" ? text : resolve(text)),
  "url-or-name": (text, resolve) => (isName(text) ? text : resolve(text)),
  curie: (text, resolve) => (isCURIE(text) ? text : resolve(text)),
  declarations: (text, resolve) => canonicalCSS(text, (reference) => resolve(inUTF8(reference))),
};
