"use strict";

const PAGE = 200;
const element = (id) => document.getElementById(id);
const shown = new Map(); // id → row
let layout = null;
let oldest = null;
let failing = false;

async function ask(path, options) {
  let response;
  try {
    response = await fetch(path, { headers: { Accept: "application/json" }, ...options });
  } catch {
    throw new Error("The shop does not answer.");
  }
  const body = await response.json().catch(() => ({}));
  if (!response.ok) {
    const problem = new Error(body.detail ?? `Status ${response.status}`);
    problem.status = response.status;
    throw problem;
  }
  return body;
}

/** Bits of the id as a string of 64 digits. */
const binary = (id) => BigInt(id).toString(2).padStart(64, "0");

function decode(id) {
  if (!layout) {
    return;
  }
  const low = BigInt(layout.workerBits + layout.sequenceBits);
  const sequenceBits = BigInt(layout.sequenceBits);
  const value = BigInt(id);
  const tick = value >> low;
  element("which").textContent = id;
  element("time").textContent = new Date(layout.epochMillis + Number(tick)).toISOString();
  element("by").textContent = String((value >> sequenceBits) & ((1n << BigInt(layout.workerBits)) - 1n));
  element("sequence").textContent = String(value & ((1n << sequenceBits) - 1n));
  const digits = binary(id);
  const timeBits = 63 - layout.workerBits - layout.sequenceBits;
  element("bits").replaceChildren(
    ...[...digits].map((digit, at) => {
      const bit = document.createElement("span");
      bit.textContent = digit;
      const part =
        at === 0 ? "sign" : at <= timeBits ? "time" : at <= timeBits + layout.workerBits ? "worker" : "sequence";
      bit.className = digit === "0" ? `${part} zero` : part;
      return bit;
    }),
  );
  element("bits").setAttribute("aria-label", `64 bits: ${digits}`);
  document.querySelectorAll("tr.chosen").forEach((row) => row.classList.remove("chosen"));
  shown.get(id)?.classList.add("chosen");
}

/** The digits that are left when the id has been a JavaScript number, wrong ones marked. */
function asNumber(id) {
  const digits = BigInt(Number(id)).toString();
  const parts = [];
  for (let at = 0; at < digits.length; at++) {
    const wrong = digits[at] !== id[at];
    const last = parts.at(-1);
    if (last && last.wrong === wrong) {
      last.text += digits[at];
    } else {
      parts.push({ wrong, text: digits[at] });
    }
  }
  return parts.map(({ wrong, text }) => {
    const node = wrong ? document.createElement("mark") : document.createTextNode(text);
    if (wrong) {
      node.textContent = text;
      node.title = `not ${id}`;
    }
    return node;
  });
}

function cell(className, ...content) {
  const td = document.createElement("td");
  td.className = className;
  td.append(...content);
  return td;
}

function row(order) {
  const tr = document.createElement("tr");
  const link = document.createElement("a");
  link.href = `?order=${order.id}`;
  link.textContent = order.id;
  link.addEventListener("focus", () => decode(order.id));
  tr.addEventListener("pointerenter", () => decode(order.id));
  tr.append(
    cell("id", link),
    cell("number", ...asNumber(order.id)),
    cell("customer", order.customer),
    cell("amount", order.total.toFixed(2)),
  );
  tr.dataset.id = order.id;
  return tr;
}

/** Enters orders where they belong: by id, the newest first. */
function enter(orders) {
  for (const order of orders) {
    if (shown.has(order.id)) {
      continue;
    }
    const tr = row(order);
    const rows = element("rows");
    const value = BigInt(order.id);
    let before = rows.firstElementChild;
    while (before && BigInt(before.dataset.id) > value) {
      before = before.nextElementSibling;
    }
    if (oldest !== null) {
      tr.classList.add("new");
    }
    rows.insertBefore(tr, before);
    shown.set(order.id, tr);
  }
  const numbers = new Set([...shown.keys()].map(Number));
  element("distinct").textContent =
    shown.size === 0
      ? "None yet."
      : `${shown.size} orders on this page; read as numbers they are ${numbers.size}.`;
  document.body.dataset.orders = String(shown.size);
}

async function refresh() {
  try {
    const page = await ask(`api/orders?limit=${PAGE}`);
    enter(page.orders);
    if (failing) {
      failing = false;
      say("");
    }
    if (oldest === null && page.orders.length > 0) {
      oldest = page.orders.at(-1).id;
      element("more").hidden = page.next === null;
      if (element("which").textContent === "…") {
        decode(page.orders[0].id);
      }
    }
  } catch (problem) {
    failing = true;
    say(problem.message);
  }
}

async function more() {
  const page = await ask(`api/orders?limit=${PAGE}&before=${oldest}`);
  enter(page.orders);
  oldest = page.orders.at(-1)?.id ?? oldest;
  element("more").hidden = page.next === null;
}

async function lease() {
  try {
    layout = await ask("api/lease");
    element("ready").textContent = layout.ready ? "ready" : "not ready";
    element("ready").className = layout.ready ? "up" : "down";
    element("worker").textContent = layout.worker ?? "none";
    element("remaining").textContent =
      layout.remainingSeconds === null ? "none" : `${layout.remainingSeconds} s left`;
  } catch {
    element("ready").textContent = "no answer";
    element("ready").className = "down";
  }
}

function say(text) {
  element("message").textContent = text;
}

async function order(count) {
  const buttons = document.querySelectorAll("button[data-count]");
  buttons.forEach((button) => (button.disabled = true));
  say("…");
  try {
    const made = await ask(`api/orders/samples?count=${count}`, { method: "POST" });
    enter(made);
    decode(made.at(-1).id);
    say(`${made.length} made.`);
  } catch (problem) {
    say(problem.message);
  } finally {
    buttons.forEach((button) => (button.disabled = false));
  }
}

async function showOrder(id) {
  const box = element("order");
  box.hidden = false;
  try {
    const found = await ask(`api/orders/${encodeURIComponent(id)}`);
    decode(found.id);
    const title = document.createElement("h3");
    title.textContent = `Order of ${found.customer}`;
    const list = document.createElement("ul");
    list.append(
      ...found.lines.map((line) => {
        const item = document.createElement("li");
        item.textContent = `${line.quantity} × ${line.product} at ${line.price.toFixed(2)}`;
        return item;
      }),
    );
    const all = document.createElement("a");
    all.href = ".";
    all.textContent = "All orders";
    box.replaceChildren(title, list, all);
  } catch (problem) {
    box.textContent = problem.status === 404 ? `There is no order ${id}.` : problem.message;
  }
}

document.querySelectorAll("button[data-count]").forEach((button) => {
  button.addEventListener("click", () => order(button.dataset.count));
});
element("more").addEventListener("click", () => more().catch((problem) => say(problem.message)));

const wanted = new URLSearchParams(location.search).get("order");
lease().then(() => {
  if (wanted !== null) {
    showOrder(wanted);
  }
  refresh();
});
setInterval(lease, 2000);
setInterval(refresh, 2000);
