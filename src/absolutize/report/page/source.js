// The source of a document, each link coloured by what became of it.

const NEWLINE = /\r\n|\n|\r/;

// The lines of a source: text, and marks of links; a mark is in the line in which it begins, also if it has several.
function sourceLines({ pieces: texts, links: numbers }, links) {
  const lines = [{ number: 1, content: [] }];
  let number = 1;
  texts.forEach((text, i) => {
    const parts = text.split(NEWLINE);
    if (i % 2) {
      const link = links[numbers[(i - 1) / 2]];
      lines.at(-1).content.push(h("mark", { class: `group-${link.group}`, "data-link": link.number, title: summary.codes[link.decision][0] },
        visible(parts.join("\n"))));
      number += parts.length - 1;
      return;
    }
    parts.forEach((part, j) => {
      if (j) lines.push({ number: ++number, content: [] });
      if (part) lines.at(-1).content.push(visible(part));
    });
  });
  return lines;
}

// The source and what steps through its links; `select` shows one of them.
function sourceView(source, links) {
  const lines = sourceLines(source, links);
  const listing = h("pre", { class: "source", dir: "ltr" }, h("code", {}, lines.map(line => h("span", { class: "line", "data-line": line.number }, line.content, "\n"))));
  const marks = [...listing.querySelectorAll("mark")];
  const said = h("div", { class: "selected", role: "status", tabindex: "0" }, h("p", { class: "hint" }, marks.length ? "No link is selected." : "There are no links."));
  let current = -1;

  function selectMark(i) {
    if (!marks.length) return;
    marks[current]?.classList.remove("current");
    current = (i + marks.length) % marks.length;
    const link = links[Number(marks[current].dataset.link)];
    marks[current].classList.add("current");
    const centred = () => marks[current].scrollIntoView({ block: "center", behavior: "instant" });
    centred();
    requestAnimationFrame(centred); // lines that were not laid out yet have their height by then
    said.replaceChildren(h("p", {}, `Link ${integer(current + 1)} of ${integer(marks.length)}: `, place(link), ` ${link.kind}, `,
      code(link.decision, "label"), ` ${summary.codes[link.decision][0]}`), beforeAndAfter(link));
  }

  listing.addEventListener("click", event => {
    const mark = event.target.closest("mark");
    if (mark) selectMark(marks.indexOf(mark));
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
