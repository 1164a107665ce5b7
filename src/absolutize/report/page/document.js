// One document: its base, its links before and after, its findings, its source.

function layersTable(layers) {
  const won = layers.findIndex(layer => layer[3] !== null);
  const rows = layers.filter((layer, i) => layer[2] !== null || i === won);
  if (!rows.length) return h("p", { class: "empty" }, "No layer gives a base URL: relative links stay as they are.");
  return stacking("Layers of the base URL", h("table", { class: "layers" },
    h("caption", { class: "unseen" }, "Layers of the base URL, the innermost first"),
    h("thead", {}, h("tr", {}, ["Layer", "Section", "Given", "Base URL", ""].map(text => text ? h("th", { scope: "col" }, text) : h("td", {})))),
    h("tbody", {}, rows.map(([name, section, given, uri]) => h("tr", { class: layers[won]?.[0] === name ? "wins" : null },
      h("th", { scope: "row" }, name), h("td", {}, section), h("td", {}, code(given)), h("td", {}, uri === null ? "does not count" : code(uri)),
      h("td", {}, layers[won]?.[0] === name ? "counts" : ""))))));
}

function linksTable(links, show) {
  const present = groups.filter(group => links.some(link => link.group === group));
  return pagedTable({
    name: "document-links", one: "link", rows: links,
    text: link => [link.reference, link.after ?? "", link.element, link.attribute, link.kind, link.form, link.decision, link.rel].join(" "),
    filters: [{ label: "all links", test: () => true },
      ...present.map(group => ({ label: summary.groups[group].toLowerCase(), test: link => link.group === group }))],
    columns: [
      { label: "Line", by: link => link.line * 1e7 + link.column, number: true,
        cell: link => show ? h("button", { type: "button", class: "plain", title: "Show in the source", click: () => show(link.number) }, `${link.line}:${link.column}`) : `${link.line}:${link.column}` },
      { label: "Where", by: link => `${link.element} ${link.attribute}`, cell: link => [code(link.attribute ? `${link.element}[${link.attribute}]` : link.element), h("span", { class: "hint" }, ` ${link.kind}`)] },
      { label: "Before and after", kind: "wide", by: link => link.reference, cell: link => beforeAndAfter(link) },
      { label: "Form", by: link => link.form, cell: link => link.form },
      { label: "Decision", by: link => link.decision, cell: link => [h("span", { class: `swatch fill-${link.group}`, "aria-hidden": "true" }), code(link.decision, "label")] },
    ],
  }).element;
}

function faultsTable(faults) {
  return pagedTable({
    name: "document-findings", one: "finding", rows: faults, size: 25, text: row => row.join(" "),
    columns: [
      { label: "Line", number: true, by: row => (row[2] ?? 0) * 1e7 + (row[3] ?? 0), cell: row => row[2] === null ? "–" : `${row[2]}:${row[3]}` },
      { label: "Code", by: row => row[0], cell: row => code(row[0], "label") },
      { label: "Finding", kind: "wide", by: row => row[1], cell: row => visible(row[1]) },
    ],
  }).element;
}

function omitted(shown, all, what) {
  return shown < all ? h("p", { class: "hint" }, `The first ${integer(shown)} of ${plural(all, what)} are listed.`) : null;
}

function part(id, title, count, ...content) {
  return h("section", { "aria-labelledby": id }, h("h2", { id }, title, count === null ? null : h("span", { class: "count" }, integer(count))), content);
}

// Show a document, and give its heading; or null, if it is no longer wanted when its details are unpacked.
async function showDocument(number, isWanted) {
  const article = byId("document");
  const about = await details(number);
  if (!isWanted()) return null;
  const name = index.name[number], url = index.url[number];
  const back = h("a", { href: "#documents", class: "back" }, "← All documents");
  const step = (to, text) => to >= 0 && to < summary.listed ? h("a", { href: `#document-${to + 1}` }, text) : null;
  const title = h("h1", { id: "document-title", tabindex: "-1" }, h("code", { dir: "auto" }, visible(url ?? name)));
  const head = [h("nav", { class: "steps", "aria-label": "Documents" }, back, step(number - 1, "Previous"), step(number + 1, "Next")),
    title, url !== null && url !== name ? h("p", { class: "hint" }, code(name)) : null];
  if (about === null) {
    article.replaceChildren(...head, h("p", { class: "note" },
      `${plural(index.links[number], "link")}, ${plural(index.faults[number], "finding")}. The links and the source are left out to limit the size of this page; report on this document by itself to see them.`));
    return title;
  }
  const links = about.links.map(linkOf);
  const view = about.source && sourceView(about.source, links);
  article.replaceChildren(...head.filter(Boolean),
    links.length ? h("div", { class: "outcome" }, bar(groupParts(about.groups), index.links[number], "hero"), legend(about.groups, index.links[number])) : "",
    part("base-title", "Base URL", null, layersTable(about.layers)),
    part("links-of", "Links before and after", index.links[number],
      links.length ? linksTable(links, view && (i => view.select(i))) : h("p", { class: "empty" }, "There are no links."),
      omitted(links.length, index.links[number], "link")),
    part("findings-of", "Findings", index.faults[number],
      about.faults.length ? faultsTable(about.faults) : h("p", { class: "empty" }, "Nothing was found."),
      omitted(about.faults.length, index.faults[number], "finding")),
    part("source-of", "Source", null, view ? view.element : h("p", { class: "empty" },
      `The source of a document of more than ${integer(summary.limits[4] / 1024)} KB or ${integer(summary.limits[2])} links is not included.`)));
  return title;
}
