// The data in the page: JSON, that of single documents compressed and in pieces, unpacked when it is shown.

function json(id) {
  return JSON.parse(byId(id).textContent);
}

async function unpacked(id) {
  const bytes = Uint8Array.from(atob(json(id)), character => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

const summary = json("summary");
const groups = Object.keys(summary.groups);
let index = null;

const KEPT_PIECES = 4;
const pieces = new Map();

// What is known of one document: its layers, how many links each group has, the links, findings and source; null where
// that was left out.
async function details(number) {
  const chunk = index.chunk[number];
  if (chunk < 0) return null;
  if (!pieces.has(chunk)) {
    pieces.set(chunk, unpacked(`chunk-${chunk}`));
    if (pieces.size > KEPT_PIECES) pieces.delete(pieces.keys().next().value);
  }
  return (await pieces.get(chunk))[index.place[number]];
}

// A row of a link as an object; 0 stands for the same text as before.
function linkOf(row, number) {
  const [line, column, element, attribute, kind, form, raw, reference, target, decision, rel] = row;
  const read = reference === 0 ? raw : reference;
  const group = summary.groupOf[decision];
  const after = target === 0 ? read : target;
  return { number, line, column, element, attribute, kind, form, raw, reference: read, after, decision, group, rel };
}

// Sum up what was counted by kind, form and decision: for each value of one of them, the links of each group.
function countedBy(field) {
  const countsByName = new Map();
  for (const row of summary.counted) {
    const counts = countsByName.get(row[field]) ?? Object.fromEntries(groups.map(group => [group, 0]));
    counts[summary.groupOf[row[2]]] += row[3];
    countsByName.set(row[field], counts);
  }
  const sums = [...countsByName].map(([name, counts]) => ({ name, counts, all: total(Object.values(counts)) }));
  return sums.sort((a, b) => b.all - a.all || (a.name < b.name ? -1 : 1));
}
