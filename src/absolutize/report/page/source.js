// The source of a document, each link coloured by what became of it.

const NEWLINE = /\r\n|\n|\r/;

// The lines of a source: text, and marks of links; a link of several lines has a mark in each.
function sourceLines({ pieces: texts, links: numbers }, links) {
  const lines = [[]];
  texts.forEach((text, i) => {
    const link = i % 2 ? links[numbers[(i - 1) / 2]] : null;
    text.split(NEWLINE).forEach((part, j) => {
      if (j) lines.push([]);
      if (link) lines.at(-1).push(markOf(link, part, j > 0));
      else if (part) lines.at(-1).push(visible(part));
    });
  });
  return lines;
}

function markOf(link, text, isRest) {
  return h("mark", { class: `group-${link.group}`, "data-link": link.number, "data-rest": isRest, title: summary.codes[link.decision][0] },
    visible(text));
}

// The source and what steps through its links; `select` shows one of them.
function sourceView(source, links) {
  const lines = sourceLines(source, links);
  const listing = h("pre", { class: "source", dir: "ltr" }, h("code", {}, lines.map((line, i) => h("span", { class: "line", "data-line": i + 1 }, line, "\n"))));
  const marks = [...listing.querySelectorAll("mark:not([data-rest])")]; // the first of each link
  const said = h("div", { class: "selected", role: "status", tabindex: "0" }, h("p", { class: "hint" }, marks.length ? "No link is selected." : "There are no links."));
  let current = -1;

  function selectMark(i) {
    if (!marks.length) return;
    current = (i + marks.length) % marks.length;
    const link = links[Number(marks[current].dataset.link)];
    for (const mark of listing.querySelectorAll("mark.current")) mark.classList.remove("current");
    for (const mark of listing.querySelectorAll(`mark[data-link="${link.number}"]`)) mark.classList.add("current");
    const centred = () => marks[current].scrollIntoView({ block: "center", behavior: "instant" });
    centred();
    requestAnimationFrame(centred); // lines that were not laid out yet have their height by then
    said.replaceChildren(h("p", {}, `Link ${integer(current + 1)} of ${integer(marks.length)}: `, place(link), ` ${link.kind}, `,
      code(link.decision, "label"), ` ${summary.codes[link.decision][0]}`), beforeAndAfter(link));
  }

  listing.addEventListener("click", event => {
    const mark = event.target.closest("mark");
    if (mark) selectMark(marks.findIndex(first => first.dataset.link === mark.dataset.link));
  });
  const bar = h("div", { class: "stepper" },
    h("div", { class: "buttons" },
      h("button", { type: "button", click: () => selectMark(current < 0 ? marks.length - 1 : current - 1) }, "Previous link"),
      h("button", { type: "button", click: () => selectMark(current + 1) }, "Next link")),
    said);
  const element = h("div", { class: "reading" }, legend(), bar, listing);
  return { element, select: number => selectMark(marks.findIndex(mark => Number(mark.dataset.link) === number)) };
}

function place(link) {
  return h("span", { class: "place" }, code(link.attribute ? `${link.element}[${link.attribute}]` : link.element), ` ${link.line}:${link.column}`);
}

// A link as it was written, and as it is written then.
function beforeAndAfter(link) {
  const changed = link.after !== null && link.after !== link.reference && link.group === "rewritten";
  const before = h("div", { class: "before" }, h("span", { class: "unseen" }, "before: "), link.reference ? code(link.reference) : h("span", { class: "hint" }, "empty"));
  if (!changed) return h("div", { class: "change" }, before);
  return h("div", { class: "change" }, before,
    h("div", { class: "after" }, h("span", { class: "arrow", "aria-hidden": "true" }, "→ "), h("span", { class: "unseen" }, "after: "), code(link.after)));
}
