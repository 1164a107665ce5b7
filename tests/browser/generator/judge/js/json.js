// Import maps and speculation rules as browsers read them, their URLs resolved.
"use strict";

function parsedJSON(text) {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

// HTML 8.1.5.1, resolve a URL-like module specifier
function specifier(text, base) {
  const isRelative = /^(\/|\.\/|\.\.\/)/.test(text);
  const url = isRelative ? URL.parse(text, base) : URL.parse(text);
  return url ? url.href : `bare ${text}`;
}

function canonicalImports(imports, base, home) {
  if (!isObject(imports)) return imports;
  const entries = new Map();
  for (const [key, address] of Object.entries(imports)) {
    if (key === "") continue; // normalize a specifier key: null
    const url = typeof address === "string" ? specifier(address, base) : "bare";
    const isNone = url.startsWith("bare") || (key.endsWith("/") && !url.endsWith("/"));
    entries.set(home(specifier(key, base)), isNone ? null : home(url));
  }
  return [...entries].sort();
}

function canonicalImportMap(text, base, home) {
  const parsed = parsedJSON(text);
  if (!parsed || !isObject(parsed.value)) return text;
  const { imports, scopes, integrity, ...others } = parsed.value;
  const read = { ...others, imports: canonicalImports(imports, base, home), scopes };
  if (isObject(scopes)) {
    const entries = new Map();
    for (const [prefix, inner] of Object.entries(scopes)) {
      const url = URL.parse(prefix, base);
      entries.set(url ? home(url.href) : "invalid", canonicalImports(inner, base, home));
    }
    read.scopes = [...entries].sort();
  }
  read.integrity = isObject(integrity)
    ? [...new Map(Object.entries(integrity).map(([key, value]) => [home(specifier(key, base)), value]))]
      .filter(([key]) => !key.startsWith("bare ")).sort() // a name that is no URL has no integrity
    : integrity;
  return JSON.stringify(read);
}

const PARTS = ["protocol", "username", "password", "hostname", "port", "pathname", "search", "hash"];

// HTML 7.6.1.2, parse a document rule predicate: a URL pattern as its parts
function canonicalPattern(pattern, base) {
  try {
    const read = typeof pattern === "string" ? new URLPattern(pattern, base)
      : new URLPattern({ baseURL: base, ...pattern });
    return PARTS.map((part) => read[part]);
  } catch {
    return "invalid";
  }
}

function canonicalWhere(where, base) {
  if (Array.isArray(where)) return where.map((one) => canonicalWhere(one, base));
  if (!isObject(where)) return where;
  return Object.fromEntries(Object.entries(where).map(([key, value]) => {
    if (key === "href_matches") return [key, [value].flat().map((one) => canonicalPattern(one, base))];
    return [key, ["and", "or", "not"].includes(key) ? canonicalWhere(value, base) : value];
  }));
}

function canonicalRules(text, base, home) {
  const parsed = parsedJSON(text);
  if (!parsed || !isObject(parsed.value)) return text;
  const resolved = (reference) => {
    const url = typeof reference === "string" ? URL.parse(reference, base) : null;
    return url ? home(url.href) : "invalid";
  };
  const rule = (one) => !isObject(one) ? one : Object.fromEntries(Object.entries(one).map(([key, value]) => {
    if (key === "urls" && Array.isArray(value)) return [key, value.map(resolved)];
    return [key, key === "where" ? canonicalWhere(value, base) : value];
  }));
  return JSON.stringify(Object.fromEntries(Object.entries(parsed.value).map(([key, value]) =>
    [key, ["prefetch", "prerender"].includes(key) && Array.isArray(value) ? value.map(rule) : value])));
}
