// What is shown when: the report, or the document that the address names.

const ADDRESS = /^#document-(\d+)$/;
let documentsTable = null;
let scrolled = 0;

async function route() {
  const match = ADDRESS.exec(location.hash);
  const report = byId("report"), article = byId("document");
  const number = match ? Number(match[1]) - 1 : -1;
  if (number < 0 || number >= summary.listed) {
    const wasOpen = !article.hidden;
    article.hidden = true;
    article.replaceChildren();
    report.hidden = false;
    if (!wasOpen) return;
    document.title = title;
    const target = location.hash.length > 1 ? byId(location.hash.slice(1)) : null;
    if (target && target.id !== "documents") target.scrollIntoView();
    else scrollTo(0, scrolled);
    byId("main").focus({ preventScroll: true });
    return;
  }
  if (!report.hidden) scrolled = scrollY;
  const heading = await showDocument(number, () => location.hash === match[0]);
  if (heading === null) return; // meanwhile, the address has changed
  report.hidden = true;
  article.hidden = false;
  document.title = `${visible(index.url[number] ?? index.name[number])} – ${title}`;
  scrollTo(0, 0);
  heading.focus({ preventScroll: true });
}

// "/" leads to the search of documents, unless something is being typed.
function shortcut(event) {
  const typing = event.target.closest("input, select, textarea");
  if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const open = !byId("document").hidden;
  const field = open ? byId("document-links-search") : documentsTable.search;
  if (!field) return;
  event.preventDefault();
  field.scrollIntoView({ block: "center" });
  field.focus();
}

async function begin() {
  if (typeof DecompressionStream === "undefined") throw new Error("this browser is too old to unpack the data (DecompressionStream)");
  for (const show of [showOverview, showProblems, showBases, showLinks, showDecisions, showFindings, showHosts, showAbout]) show();
  byId("report").hidden = false;
  index = await unpacked("index");
  documentsTable = showDocuments();
  addEventListener("hashchange", route);
  addEventListener("keydown", shortcut);
  await route();
  performance.mark("ready");
  document.documentElement.dataset.ready = "true";
}

const title = document.title;
begin().catch(error => {
  byId("trouble").hidden = false;
  byId("trouble").textContent = `The report cannot be shown: ${error.message}`;
});
