// The sections about all documents together.

function showOverview() {
  const { inputs, documents, links } = summary;
  byId("title").textContent = visible(inputs[0]) + (inputs.length > 1 ? ` and ${plural(inputs.length - 1, "more input")}` : "");
  const counts = Object.fromEntries(groups.map(group => [group, total(countedBy(2).map(row => row.counts[group]))]));
  const relative = links - counts.absolute;
  const findings = total(summary.faults.map(([, count]) => count));
  byId("lead").append(
    h("strong", {}, plural(documents, "document")), " with ", h("strong", {}, plural(links, "link")), ". ",
    relative ? `${share(counts.rewritten, links)} of them are made absolute` : "None of them needs to be made absolute",
    counts.left ? `; ${plural(counts.left, "link")} could not be resolved.` : ".",
    findings ? ` ${plural(findings, "finding")}.` : " No findings.");
  byId("outcomes").append(bar(groupParts(counts), links, "hero"), legend(counts, links));
}

function showBases() {
  const most = Math.max(...summary.layers.map(layer => layer[3]), 1);
  const rows = summary.layers.filter(([name, , , count]) => count || ["embedded", "retrieval", null].includes(name));
  const body = rows.map(([name, section, meaning, count]) => h("tr", {},
    h("th", { scope: "row" }, h("span", { class: "name" }, name ?? "none"), h("span", { class: "hint" }, meaning),
      bar([{ name: name === null ? "left" : "rewritten", label: name ?? "none", value: count }], most)),
    h("td", { class: "number" }, section || "–"),
    h("td", { class: "number strong" }, integer(count)),
    h("td", { class: "number" }, share(count, summary.documents))));
  byId("bases").append(stacking("Documents by the layer of their base URL", h("table", { class: "bars narrow" },
    h("caption", { class: "unseen" }, "Documents by the layer of their base URL"),
    h("thead", {}, h("tr", {}, ["Layer", "Section", "Documents", "Share"].map((text, i) =>
      h("th", { scope: "col", class: i ? "number" : null }, text)))),
    h("tbody", {}, body))));
}

function showLinks() {
  const kinds = countedBy(0), forms = countedBy(1);
  if (!kinds.length) return byId("links").append(h("p", { class: "empty" }, "There are no links."));
  byId("kinds").append(h("h3", {}, "By kind"), barTable("Links by kind", "Kind", kinds));
  byId("forms").append(h("h3", {}, "By form"), barTable("Links by form", "Form", forms,
    row => h("span", { class: "hint" }, summary.forms[row.name])));
  const cells = new Map();
  for (const [kind, form, , count] of summary.counted) cells.set(`${kind} ${form}`, (cells.get(`${kind} ${form}`) ?? 0) + count);
  byId("matrix").append(h("h3", {}, "Kinds and forms together"), heatTable("How often each kind of link has each form",
    kinds.map(row => row.name), forms.map(row => row.name), (kind, form) => cells.get(`${kind} ${form}`) ?? 0));
}

function explanation(name) {
  const [, citation, text] = summary.codes[name];
  const parts = text.split("`").map((part, i) => (i % 2 ? h("code", {}, part) : part));
  return h("p", { class: "explanation" }, parts, " ", h("cite", {}, citation));
}

function showDecisions() {
  const rows = countedBy(2);
  byId("decisions").append(...groups.filter(group => rows.some(row => row.counts[group])).map(group => {
    const own = rows.filter(row => row.counts[group]);
    return h("div", { class: "group" },
      h("h3", {}, h("span", { class: `swatch fill-${group}`, "aria-hidden": "true" }), summary.groups[group],
        h("span", { class: "count" }, integer(total(own.map(row => row.all))))),
      own.map(row => h("details", { class: "entry" },
        h("summary", {}, h("span", { class: "head" }, code(row.name, "label"), h("span", { class: "message" }, summary.codes[row.name][0])),
          h("span", { class: "count" }, integer(row.all))),
        explanation(row.name))));
  }));
  if (!rows.length) byId("decisions").append(h("p", { class: "empty" }, "There are no links."));
}

function example([number, name, message, line, column, before, text, behind], common) {
  const more = message.slice(common.length + 2); // what it says beyond what is true of each of them
  const place = line === null ? "" : `, line ${integer(line)}, column ${integer(column)}`;
  const listed = number < summary.listed;
  return h("li", {},
    h("p", { class: "context" }, h("code", { dir: "auto" }, visible(before), h("mark", {}, visible(text) || "∅"), visible(behind))),
    h("p", { class: "hint" }, listed ? h("a", { href: `#document-${number + 1}` }, visible(name)) : visible(name), place),
    more === `'${text}'` ? null : h("p", { class: "hint" }, visible(more)));
}

function showFindings() {
  if (!summary.faults.length) byId("findings").append(h("p", { class: "empty" }, "Nothing was found."));
  const most = Math.max(...summary.faults.map(fault => fault[1]), 1);
  byId("findings").append(...summary.faults.map(([name, count, documents, examples]) => h("details", { class: "entry finding" },
    h("summary", {},
      h("span", { class: "head" }, code(name, "label"), h("span", { class: "message" }, summary.codes[name][0])),
      bar([{ name: "finding", label: name, value: count }], most),
      h("span", { class: "count" }, integer(count), h("span", { class: "hint" }, ` in ${plural(documents, "document")}`))),
    explanation(name),
    h("ul", { class: "examples" }, examples.map(row => example(row, summary.codes[name][0]))))));
}

function showHosts() {
  const [others, links] = summary.otherHosts;
  if (!summary.hosts.length) return byId("hosts").append(h("p", { class: "empty" }, "No link has a target."));
  const isScheme = ([name]) => name.endsWith(":") || name.endsWith("//"); // of targets without a host
  const hosts = summary.hosts.filter(row => !isScheme(row));
  const schemes = summary.hosts.filter(isScheme);
  const most = Math.max(...hosts.map(row => row[1]), 1);
  byId("hosts").append(pagedTable({
    name: "hosts", one: "host", size: 15, rows: hosts, text: row => row[0], sorted: 1,
    columns: [
      { label: "Host", by: row => row[0], cell: row => [code(row[0]), bar([{ name: "rewritten", label: row[0], value: row[1] }], most)] },
      { label: "Links", by: row => row[1], number: true, cell: row => integer(row[1]) },
      { label: "Documents", by: row => row[2], number: true, cell: row => integer(row[2]) },
    ],
  }).element);
  if (schemes.length) byId("hosts").append(h("p", { class: "hint schemes" }, "Without a host: ", schemes.map(([name, count], i) => [i ? ", " : "", code(name), ` ${integer(count)}`]).flat(), "."));
  if (links) byId("hosts").append(h("p", { class: "hint" }, `${plural(links, "link")} to ${others ? plural(others, "other host") : "other hosts"} not listed.`));
}

function showProblems() {
  if (!summary.problemCount) return;
  byId("problems").hidden = false;
  byId("problems").append(pagedTable({
    name: "problems", one: "problem", size: 15, rows: summary.problems, text: row => row.join(" "),
    columns: [
      { label: "Place", by: row => row[0], cell: row => code(row[0]) },
      { label: "Code", by: row => row[1], cell: row => code(row[1], "label") },
      { label: "Problem", by: row => row[2], cell: row => visible(row[2]) },
    ],
  }).element);
  const more = summary.problemCount - summary.problems.length;
  if (more) byId("problems").append(h("p", { class: "hint" }, `${plural(more, "more problem")} not listed.`));
}

function showAbout() {
  const parts = [`Made by absolutize ${summary.version}.`];
  if (summary.detailed < summary.documents) {
    parts.push(`Links and sources of ${plural(summary.documents - summary.detailed, "document")} are left out to limit the size of this page; they are counted.`);
  }
  byId("about").textContent = parts.join(" ");
}
