// Loads each document in a frame, and tells what an expression says of it.
"use strict";

async function observe(orders) {
  const shown = {};
  await Promise.all(orders.map(async ([number, url, expression, withoutScripts]) => {
    const frame = document.createElement("iframe");
    frame.width = frame.height = 20;
    if (withoutScripts) frame.sandbox = "allow-same-origin";
    const loaded = new Promise((done) => { frame.onload = done; });
    frame.src = url;
    document.body.append(frame);
    await loaded;
    if (expression) shown[number] = see(frame.contentWindow, expression);
  }));
  return shown;
}

function see(w, expression) {
  try {
    const d = w.document;
    return String(new Function("w", "d", "e", `return ${expression}`)(w, d, d.getElementById("i")));
  } catch (error) {
    return `error: ${error}`;
  }
}
