// A table of very many rows: a page of them at a time, to be searched, filtered and sorted.

const PAGE = matchMedia("(max-width: 44rem)").matches ? 20 : 50; // a row is taller on a phone

// `one` is what a row is called; `columns` have a label, what they are sorted by, and how a cell is shown; `text` is
// what is searched in a row.
function pagedTable({ name, one, columns, rows, text, filters = [], sorted = null, size = PAGE, rowId = null }) {
  const label = `${one}s`;
  const state = { query: "", filter: 0, sort: sorted, descending: sorted !== null, page: 0 };
  const texts = new Map();
  let shown = rows;

  const search = h("input", { type: "search", id: `${name}-search`, autocomplete: "off", spellcheck: "false" });
  const filter = filters.length && h("select", { id: `${name}-filter` }, filters.map((f, i) => h("option", { value: i }, f.label)));
  const sorts = columns.flatMap((column, i) => column.by ? [[i, 0, column.label], [i, 1, `${column.label}, reversed`]] : []);
  const sort = h("select", { id: `${name}-sort` }, h("option", { value: "" }, "in order"),
    sorts.map(([i, down, text]) => h("option", { value: `${i} ${down}` }, text)));
  const status = h("p", { role: "status", class: "status" });
  const body = h("tbody", { role: "rowgroup" });
  const heads = columns.map((column, i) => h("th", { scope: "col", role: "columnheader", class: column.number ? "number" : null },
    column.by ? h("button", { type: "button", class: "sort", click: () => sortBy(i) }, column.label) : column.label));
  const pageField = h("input", { type: "number", min: 1, value: 1, id: `${name}-page` });
  const buttons = [["First page", "«", () => 0], ["Previous page", "‹", page => page - 1],
    ["Next page", "›", page => page + 1], ["Last page", "»", () => last()]]
    .map(([title, sign, to]) => h("button", { type: "button", "aria-label": title, title, click: () => go(to(state.page)) }, sign));
  const of = h("span");
  const pager = h("nav", { class: "pager", "aria-label": `Pages: ${label}` }, buttons.slice(0, 2),
    h("label", { for: `${name}-page` }, "Page"), pageField, of, buttons.slice(2));

  const last = () => Math.max(0, Math.ceil(shown.length / size) - 1);
  const textOf = row => {
    if (!texts.has(row)) texts.set(row, text(row).toLowerCase());
    return texts.get(row);
  };

  function select() {
    const words = state.query.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = filters.length ? filters[state.filter].test : () => true;
    shown = rows.filter(row => wanted(row) && words.every(word => textOf(row).includes(word)));
    if (state.sort !== null) {
      const by = columns[state.sort].by;
      const keyed = shown.map((row, i) => [by(row), i, row]);
      keyed.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0) * (state.descending ? -1 : 1) || a[1] - b[1]);
      shown = keyed.map(each => each[2]);
    }
    state.page = 0;
    show();
  }

  function show() {
    const first = state.page * size;
    const visibleRows = shown.slice(first, first + size);
    body.replaceChildren(...visibleRows.map(row => h("tr", { role: "row", id: rowId && rowId(row) }, columns.map(column =>
      h("td", { role: "cell", "data-label": column.label, class: [column.number && "number", column.kind].filter(Boolean).join(" ") || null },
        h("div", {}, column.cell(row)))))));
    const range = shown.length > size ? `${integer(first + 1)}–${integer(first + visibleRows.length)} of ` : "";
    const all = shown.length < rows.length ? ` (of ${integer(rows.length)})` : "";
    status.textContent = shown.length ? `${range}${plural(shown.length, one)}${all}` : `No ${label} match`;
    heads.forEach((head, i) => head.setAttribute("aria-sort", i !== state.sort ? "none" : state.descending ? "descending" : "ascending"));
    sort.value = state.sort === null ? "" : `${state.sort} ${Number(state.descending)}`;
    pager.hidden = last() === 0;
    pageField.value = state.page + 1;
    pageField.max = last() + 1;
    of.textContent = `of ${integer(last() + 1)}`;
    buttons.forEach((button, i) => button.setAttribute("aria-disabled", String(i < 2 ? state.page === 0 : state.page === last())));
  }

  function sortBy(i) {
    state.descending = state.sort === i ? !state.descending : Boolean(columns[i].number);
    state.sort = i;
    select();
  }

  function go(page) {
    state.page = Math.min(Math.max(0, page || 0), last());
    show();
  }

  search.addEventListener("input", () => { state.query = search.value; select(); });
  filter && filter.addEventListener("change", () => { state.filter = Number(filter.value); select(); });
  sort.addEventListener("change", () => {
    const [i, down] = sort.value.split(" ").map(Number);
    [state.sort, state.descending] = sort.value === "" ? [null, false] : [i, Boolean(down)];
    select();
  });
  pageField.addEventListener("change", () => go(Math.round(Number(pageField.value)) - 1));

  const table = h("table", { class: "paged", role: "table" }, h("caption", { class: "unseen" }, label),
    h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, heads)), body);
  const field = (control, title, kind) => h("div", { class: `field ${kind}` }, h("label", { for: control.id }, title), control);
  const element = h("div", { class: "table" },
    h("div", { class: "tools" }, field(search, "Search", "search"), filter ? field(filter, "Show", "filter") : null, field(sort, "Sort by", "sorting"), status),
    table, pager);
  select();
  return { element, search, reveal: row => { go(Math.floor(shown.indexOf(row) / size)); } };
}
