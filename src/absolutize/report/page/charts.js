// Bars as inline SVG. Each is in a table or a list that says the same in numbers, and is hidden from screen readers.

// A bar of several parts, as long as `whole`.
function bar(parts, whole, kind = "") {
  let x = 0;
  const shown = parts.filter(part => part.value > 0).map(part => {
    const width = Math.max(0.4, (100 * part.value) / (whole || 1)); // what there is can be seen
    const shape = svg("rect", { x, y: 0, width, height: 10, class: `fill-${part.name}` },
      svg("title", {}, `${part.label}: ${integer(part.value)}`));
    x += width;
    return shape;
  });
  const box = { class: `bar ${kind}`, viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" };
  return svg("svg", box, svg("rect", { x: 0, y: 0, width: 100, height: 10, class: "fill-track" }), ...shown);
}

function groupParts(counts) {
  return groups.map(name => ({ name, label: summary.groups[name], value: counts[name] }));
}

// A table of rows with bars: what each row is called, how it is divided, and the numbers.
function barTable(title, first, rows, about = () => null) {
  const longest = Math.max(...rows.map(row => row.all), 1);
  const present = groups.filter(group => rows.some(row => row.counts[group]));
  const head = [first, "Links", ...present.map(group => summary.groups[group])];
  const body = rows.map(row => h("tr", {},
    h("th", { scope: "row" }, h("span", { class: "name" }, row.name), about(row), bar(groupParts(row.counts), longest)),
    h("td", { class: "number strong" }, integer(row.all)),
    present.map(group => h("td", { class: row.counts[group] ? "number" : "number zero" }, integer(row.counts[group])))));
  return stacking(title, h("table", { class: "bars" },
    h("caption", {}, title),
    h("thead", {}, h("tr", {}, head.map((text, i) => h("th", { scope: "col", class: i ? "number" : null }, text)))),
    h("tbody", {}, body)));
}

// How often each kind has each form: the darker, the more.
function heatTable(title, rows, columns, count) {
  const most = Math.max(...rows.flatMap(row => columns.map(column => count(row, column))), 1);
  const level = value => (value ? Math.max(1, Math.round((6 * Math.log1p(value)) / Math.log1p(most))) : 0);
  const body = rows.map(row => h("tr", {}, h("th", { scope: "row" }, row), columns.map(column => {
    const value = count(row, column);
    return h("td", { class: `number heat-${level(value)}` }, value ? integer(value) : "–");
  })));
  return scrolling(title, h("table", { class: "heat" },
    h("caption", {}, title),
    h("thead", {}, h("tr", {}, h("td", {}), columns.map(name => h("th", { scope: "col", class: "number" }, name)))),
    h("tbody", {}, body)));
}

// What is wider than a screen can be moved, also by the keyboard.
function scrolling(label, content) {
  return h("div", { class: "scroll", role: "region", "aria-label": label, tabindex: "0" }, content);
}

// A table whose rows are stacked on a phone, where each cell says what it is; to a screen reader it stays a table.
function stacking(label, table) {
  const names = [...table.tHead.rows[0].cells].map(cell => cell.textContent);
  const roles = { col: "columnheader", row: "rowheader" };
  for (const part of [table.tHead, ...table.tBodies]) part.setAttribute("role", "rowgroup");
  for (const row of table.rows) {
    row.setAttribute("role", "row");
    [...row.cells].forEach((cell, i) => {
      cell.setAttribute("role", roles[cell.scope] ?? "cell");
      cell.dataset.label = names[i];
    });
  }
  table.setAttribute("role", "table");
  table.classList.add("stacked");
  return scrolling(label, table);
}

// What the colours mean.
function legend(counts = null, whole = 0) {
  return h("ul", { class: counts ? "tiles" : "legend" }, groups.map(group => h("li", {},
    h("span", { class: `swatch fill-${group}`, "aria-hidden": "true" }),
    h("span", { class: "what" }, summary.groups[group]),
    counts && h("strong", {}, integer(counts[group])),
    counts && h("span", { class: "share" }, share(counts[group], whole)))));
}
