// Loads documents in frames, some at a time, and tells what is in each.
"use strict";

const PATIENCE = 30000; // milliseconds: what has not loaded by then waits for what is never there
const kept = new Map();

function digest(text) {
  let a = 0xdeadbeef, b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), 2654435761);
    b = Math.imul(b ^ text.charCodeAt(i), 1597334677);
  }
  return `${(a >>> 0).toString(16)}-${(b >>> 0).toString(16)}`;
}

async function observe(orders, width) {
  const answers = {};
  const waiting = [...orders];
  await Promise.all(Array.from({ length: width }, async () => {
    for (let order; (order = waiting.shift());) answers[order.number] = await observeOne(order);
  }));
  return answers;
}

// parsed to its end, the documents in srcdoc too; not loaded: Chromium waits for ever for some that it may not load
function isRead(frame, url) {
  const inside = frame.contentDocument;
  if (!inside || inside.URL !== url || inside.readyState === "loading") return false;
  const frames = [...inside.querySelectorAll("iframe[srcdoc]")].filter((inner) => inner.namespaceURI === inside.documentElement.namespaceURI);
  return inside.readyState === "complete" || frames.every((inner) => isRead(inner, "about:srcdoc"));
}

async function read(frame, url) {
  frame.src = url;
  document.body.append(frame);
  for (const end = performance.now() + PATIENCE; performance.now() < end && !isRead(frame, url);) {
    await new Promise((done) => { setTimeout(done, 4); });
  }
}

async function observeOne(order) {
  const frame = document.createElement("iframe");
  frame.style.display = "none";
  if (!order.scripts) frame.sandbox = "allow-same-origin";
  await read(frame, order.url);
  let tokens, notes, references = 0;
  try {
    ({ tokens, notes, references } = seen(frame.contentDocument, order));
  } catch (error) {
    tokens = [`error: ${error.stack}`];
    notes = [];
  }
  frame.remove();
  kept.set(order.number, { tokens, notes });
  return [digest(tokens.join("\u0001")), references];
}

function forget(numbers) {
  for (const number of numbers) kept.delete(number);
}

// each token with what of it is written in the document, the base URL there, and whether a comment is around it
function recalled(number) {
  const { tokens, notes } = kept.get(number);
  return tokens.map((token, at) => [token, ...(notes[at] ?? ["", "", ""])].map((text) => text.toWellFormed()));
}
