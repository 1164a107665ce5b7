// A document as a list of what is in it: elements, attributes and text, each reference resolved.
"use strict";

const LETTERS = { "http://www.w3.org/1999/xhtml": "", "http://www.w3.org/2000/svg": "svg ", "http://www.w3.org/1998/Math/MathML": "math " };
const REFLECTED = ["href", "src", "action", "formAction", "cite", "data", "poster", "longDesc", "lowsrc", "codeBase", "currentSrc"];
const rows = {};

function learn(table) {
  for (const row of table) ((rows[row.attribute] ??= {})[row.element] ??= []).push(row);
  for (const elements of Object.values(rows)) {
    for (const same of Object.values(elements)) same.sort((a, b) => !a.when - !b.when);
  }
}

function isMet(when, attributes) {
  const said = (attributes.get(when.attribute) ?? "").toLowerCase();
  if (["itemprop", "property"].includes(when.attribute)) return words(said).some((word) => when.values.includes(word));
  return when.values.includes(when.trimmed ? trimmed(said) : said);
}

function rowOf(element, attribute, attributes) {
  const elements = rows[attribute];
  const kind = LETTERS[element.namespaceURI] ?? "?";
  if (!elements || (attribute === "" && kind !== "" && kind !== "svg ")) return null;
  const local = element.localName.toLowerCase();
  const own = local === "base" && kind !== "" ? "*" : local;
  const names = kind === "svg " ? [`svg ${local}`, own, "svg *", "*"] : own === "img" ? ["img", "image", "*"] : [own, "*"];
  const found = elements[names.find((name) => name in elements)] ?? [];
  return found.find((row) => !row.when || isMet(row.when, attributes)) ?? null;
}

const stripped = (text) => text.replace(/^[\0-\x20]+|[\0-\x20]+$/g, "");

// Chromium's text of a custom property lacks what looks like a comment, in a url() too (before a rewrite or after it)
const STRINGS = /"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'/g;
const hasCustomProperty = (text) => /(?:^|[;{}]|\*\/)\s*--(?:[-\w]|[^\0-\x7f]|\\.)+\s*:/i.test(text.replace(STRINGS, '""'));
const isAlive = (element) => element.ownerDocument.defaultView !== null;

// a walk through one document, whose references `resolve` resolves; `around` is that of the whole page
class Walk {
  constructor(resolve, base, around) {
    Object.assign(this, { resolve, base, around });
    this.tokens = around.tokens;
    this.foreign = 0;
    this.scripts = around.scripts; // whether what is in noscript was read as text
    this.lost = ""; // said before the base URL where it is not what the document's URL would make of BASE
  }

  // a token that comes of what is written in an attribute or element
  note(token, written, lost = this.lost) {
    this.around.notes[this.tokens.length] = [written, lost + this.base, this.around.inside];
    this.tokens.push(token);
  }

  address = (url) => {
    if (!url.startsWith("bare ")) this.around.references++;
    return this.around.home(url);
  };

  counted = (reference) => {
    this.around.references++;
    return this.resolve(reference);
  };

  nodes(parent) {
    for (let node = parent.firstChild; node; node = node.nextSibling) this.node(node);
  }

  node(node) {
    if (node.nodeType === 1) this.element(node);
    else if (node.nodeType === 3 || node.nodeType === 4) this.text(node.data);
    else if (node.nodeType === 8) this.comment(node);
    else if (node.nodeType === 10) this.tokens.push(`!doctype ${node.name} ${node.publicId} ${node.systemId}`);
  }

  text(data) {
    const last = this.tokens.length - 1;
    if (this.tokens[last]?.startsWith("#")) this.tokens[last] += data;
    else this.tokens.push(`#${data}`);
  }

  comment({ data }) {
    const match = this.foreign > 0 ? null : /^(\[if[^\]>]*\]>)([^]*)<!\[endif\]([^]*)$/i.exec(data);
    if (!match) return void this.tokens.push(`!--${data}`);
    this.tokens.push(`!--${match[1]}`);
    const { inside } = this.around;
    this.around.inside = "comment";
    this.inert(match[2]);
    this.around.inside = inside;
    this.tokens.push(`!-- end${match[3]}`);
  }

  inert(markup) {
    const { scripts } = this;
    this.scripts = false;
    this.nodes(new DOMParser().parseFromString(`<body>${markup}`, "text/html").body);
    this.scripts = scripts;
  }

  element(element) {
    const name = (LETTERS[element.namespaceURI] ?? `${element.namespaceURI} `) + element.localName;
    const attributes = new Map();
    for (const { nodeName, value } of element.attributes) {
      const lower = nodeName.toLowerCase();
      if (!attributes.has(lower)) attributes.set(lower, value);
    }
    if (this.isEmptied(name, attributes)) return;
    this.tokens.push(`<${name}`);
    for (const { nodeName, value } of element.attributes) this.attribute(element, nodeName, value, attributes);
    this.reflected(element);
    const isForeign = LETTERS[element.namespaceURI] !== "";
    this.foreign += isForeign; // conditional comments: no browser read them in svg and math, nor in HTML in there
    this.content(element, name, attributes);
    this.foreign -= isForeign;
    this.tokens.push(">");
  }

  isEmptied(name, attributes) {
    return this.around.removesBase && name === "base" && (attributes.size === 0 || (attributes.size === 1 && attributes.has("href")));
  }

  attribute(element, nodeName, value, attributes) {
    const row = rowOf(element, nodeName.toLowerCase(), attributes);
    const read = row === null ? value : this.read(row, value, element, attributes);
    if (read !== null) this.note(` ${nodeName}=${read}`, value);
  }

  read(row, value, element, attributes) {
    if (row.syntax === "markup") return "";
    if (row.element === "base") return null; // see `reflected`
    if (row.attribute === "style") return this.style(element, value);
    return READERS[row.syntax](value, this.against(row));
  }

  against(row) {
    if (row.against === "document") return this.around.outer;
    if (row.against === "codebase") return () => "unjudged"; // no browser reads it
    return (reference) => {
      const bare = stripped(reference);
      const isEmpty = trimmed(reference) === ""; // control characters are not: they are the base
      const isDocument = row.empty === "document" && isEmpty; // where it is, not the base
      if (isDocument && this.around.resolvesEmpty && !this.isInFrame) return this.around.outer("");
      const first = (/^(usemap|datasrc)$/.test(row.attribute) ? bare : reference)[0]; // of others, white space counts
      const stays = isDocument || (row.empty === "nothing" && isEmpty) || (row.fragment === "document" && first === "#");
      return stays ? reference : this.counted(reference);
    };
  }

  style(element, value) {
    const read = isAlive(element) ? element.style?.cssText : undefined;
    return canonicalCSS(read === undefined || hasCustomProperty(read) ? value : read, (reference) => this.counted(inUTF8(reference)));
  }

  reflected(element) {
    if (this.isInFrame || !isAlive(element) || element.baseURI === "about:blank") return;
    for (const property of REFLECTED) {
      const value = element[property];
      const names = property === "currentSrc" ? ["src", "srcset"] : [property];
      const written = names.map((name) => element.getAttribute(name) ?? "").join(" ");
      const isBase = element.localName === "base";
      const empty = isBase ? "base" : rowOf(element, property.toLowerCase(), new Map())?.empty ?? "base";
      const hides = isBase ? this.around.hidesBase : this.around.resolvesEmpty && empty === "document";
      if (property === "currentSrc" && value) this.note(` .currentSrc=${this.resolve(value)}`, written); // as written
      else if (element.hasAttribute(property) && trimmed(written) === "" && empty !== "base") continue;
      else if (typeof value === "string" && (isURL(value) || element.hasAttribute(property)) && !hides) {
        this.note(` .${property}=${isURL(value) ? this.around.home(value) : "invalid"}`, written);
      }
    }
  }

  content(element, name, attributes) {
    const row = rowOf(element, "", attributes);
    const text = element.textContent;
    if (name === "template") this.nodes(element.content);
    else if (row?.syntax === "stylesheet") this.sheet(element);
    else if (this.base === "about:blank" && /-map|-rules/.test(row?.syntax)) this.note("{nowhere", text);
    else if (row?.syntax === "import-map") this.note(`{${canonicalImportMap(text, this.base, this.address)}`, text);
    else if (row?.syntax === "speculation-rules") this.note(`{${canonicalRules(text, this.base, this.address)}`, text);
    else if (name === "noscript" && this.scripts) this.inert(text);
    else this.nodes(element);
    if (name === "iframe" && attributes.has("srcdoc")) this.frame(element, attributes.get("srcdoc"));
  }

  sheet(element) {
    const text = [...element.childNodes].map((node) => (node.nodeType === 3 || node.nodeType === 4 ? node.data : "")).join("");
    this.note(`{${this.rules(element, text)}`, text);
  }

  rules(element, text) {
    const { sheet } = element;
    const isFaithful = sheet && ![...sheet.cssRules].some((rule) => hasCustomProperty(rule.cssText));
    return isFaithful ? canonicalSheet(sheet, this.counted) : canonicalCSS(text, this.counted);
  }

  frame(element, markup) {
    const inside = element.contentDocument?.URL === "about:srcdoc" ? element.contentDocument : null;
    const shown = inside ?? new DOMParser().parseFromString(markup, "text/html");
    const based = this.basedInside(shown);
    const real = inside && inside.baseURI !== "about:blank" ? inside.baseURI : based;
    const base = inside && !this.around.hidesBase ? this.around.home(based) : "";
    const isLost = this.base === "about:blank" && ![this.base, this.basedInside(shown, this.around.url)].includes(based);
    const lost = this.lost || (isLost || inside?.baseURI === "about:blank" ? "about:blank " : "");
    this.note(`srcdoc ${inside ? `${inside.compatMode} ${base}` : "inert"}`, markup, lost);
    const isStale = withoutFragment(real) !== withoutFragment(based);
    this.tokens.push(`stale ${inside && isStale ? this.stale(inside) : ""}`);
    const isToday = inside !== null && !isStale;
    const resolve = isToday ? resolver(inside, this.around.home)
      : (reference) => this.around.home(URL.parse(reference, based)?.href ?? "invalid");
    const walk = new Walk(resolve, based, this.around);
    walk.isInFrame = true;
    walk.scripts = inside !== null && this.around.scripts;
    walk.lost = lost;
    walk.nodes(shown);
  }

  // the base URL in a document in srcdoc, if it was loaded with today's BASE around it
  basedInside(shown, around = this.base) {
    const href = [...shown.getElementsByTagNameNS("http://www.w3.org/1999/xhtml", "base")]
      .find((base) => base.hasAttribute("href"))?.getAttribute("href");
    const url = href === undefined ? null : URL.parse(href, around);
    return url && !["data:", "javascript:"].includes(url.protocol) ? url.href : around;
  }

  // a frame that was loaded before BASE was there: what Chromium makes of its references
  stale(inside) {
    const around = { ...this.around, tokens: [], notes: [], references: 0 };
    new Walk(resolver(inside, around.home), inside.baseURI, around).nodes(inside);
    return around.tokens.join(" ");
  }
}

const withoutFragment = (url) => url.replace(/#[^]*$/, "");
const isURL = (text) => URL.canParse(text); // what cannot be resolved is given as it is

// resolve references as a document does, in its encoding; a BASE that is no URL leads Chromium nowhere
function resolver(document, home) {
  if (document.baseURI === "about:blank") return () => "nowhere";
  const anchor = document.createElementNS("http://www.w3.org/1999/xhtml", "a");
  return (reference) => {
    anchor.setAttribute("href", reference);
    return anchor.protocol === ":" ? "invalid" : home(anchor.href);
  };
}

function seen(document, order) {
  const url = withoutFragment(document.URL);
  const moved = (resolved) => (resolved === url || resolved.startsWith(`${url}#`) ? order.home + resolved.slice(url.length) : resolved);
  // Chromium writes one and the same path with a dot or without, as there was a base or not
  const home = (resolved) => moved(resolved).replace(/^file:\/\/\/\.\/\//, "file:////");
  const outer = (reference) => home(URL.parse(reference, document.URL)?.href ?? "invalid");
  const { removesBase, hidesBase, resolvesEmpty, scripts } = order;
  const around = { tokens: [], notes: [], references: 0, inside: "", home, outer, url: document.URL, removesBase, hidesBase, resolvesEmpty, scripts };
  around.tokens.push(`${document.characterSet} ${document.compatMode} ${document.contentType}`);
  if (!hidesBase) around.tokens.push(`base ${home(document.baseURI)}`);
  // a path below file: that begins with slashes is shown without the dot by which it would be read as that
  const base = document.baseURI.replace(/^file:\/\/(?=\/\/)/, "file:///.");
  new Walk(resolver(document, home), base, around).nodes(document);
  return around;
}
