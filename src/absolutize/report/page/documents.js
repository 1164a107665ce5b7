// All documents, a page of them at a time.

function showDocuments() {
  const { name, url, base, layer, links, rewritten, left, faults } = index;
  const numbers = name.map((_, number) => number);
  const named = number => {
    const shown = url[number] ?? name[number];
    return h("div", {}, h("a", { href: `#document-${number + 1}`, class: "title" }, code(shown)),
      shown === name[number] ? null : h("div", { class: "hint" }, code(name[number])));
  };
  const count = (label, values) => ({ label, number: true, by: number => values[number],
    cell: number => h("span", { class: values[number] ? null : "zero" }, integer(values[number])) });
  const table = pagedTable({
    name: "documents", one: "document", rows: numbers,
    text: number => `${name[number]} ${url[number] ?? ""} ${base[number] === 0 ? "" : base[number] ?? ""} ${layer[number] ?? "none"}`,
    filters: [
      { label: "all documents", test: () => true },
      { label: "with links made absolute", test: number => rewritten[number] > 0 },
      { label: "with unresolved links", test: number => left[number] > 0 },
      { label: "with findings", test: number => faults[number] > 0 },
      { label: "without a base URL", test: number => layer[number] === null },
      { label: "without links", test: number => links[number] === 0 },
    ],
    columns: [
      { label: "Document", kind: "wide", by: number => url[number] ?? name[number], cell: named },
      { label: "Base", by: number => layer[number] ?? "", cell: number => layer[number] ?? h("span", { class: "zero" }, "none") },
      count("Links", links),
      count("Made absolute", rewritten),
      count("Unresolved", left),
      count("Findings", faults),
    ],
  });
  const more = summary.documents - summary.listed;
  byId("documents").append(table.element, more ? h("p", { class: "hint" }, `${plural(more, "more document")} not listed; they are counted.`) : "");
  return table;
}
