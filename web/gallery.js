// The gallery page: an index of demos, and one demo at a time at `#topic/name`.
import { Player, keyName, load, showFailure } from "./motile.js";
import { highlight } from "./highlight.js";

const $ = (id) => document.getElementById(id);
let demos = [];
let wasm = null, player = null, current = null, running = null, topic = null, paused = false, poisoned = false;

// How topics are called on the page; others go by their own name.
const TOPICS = {
  stage: ["Stage", "The display list at work: shapes, sprites, masks, input."],
  drawing: ["Drawing", "Paths, fills, strokes and text."],
  pixels: ["Pixels", "Surfaces as data: blends, filters, fills and noise."],
  collide: ["Collision", "Which things touch, and where."],
  steer: ["Steering", "Agents that chase, flee, follow and flock."],
  path: ["Path finding", "The way through a map."],
  physics: ["Physics", "Integrators, ropes, cloth and gravity."],
  anim: ["Animation", "Eases, tweens and timelines."],
  tiles: ["Tiles", "Tile and isometric worlds."],
  kernel: ["Pixel shaders", "Programs that run for every pixel."],
  sense: ["Senses", "Camera and microphone as input."],
  net: ["Net", "Worlds kept alike over a network."],
  time: ["Time", "Ticks, fixed steps and long work in small pieces."],
};
const topicName = (name) => TOPICS[name]?.[0] ?? name[0].toUpperCase() + name.slice(1);

// ---- index -------------------------------------------------------------------------------------------------

function showTopics() {
  const topics = [...new Set(demos.map((demo) => demo.topic))];
  $("topics").replaceChildren(...[null, ...topics].map((name) => {
    const button = element("button", { type: "button", textContent: name === null ? "All" : topicName(name) });
    button.setAttribute("aria-pressed", String(name === topic));
    button.onclick = () => {
      topic = name;
      showIndex();
      [...$("topics").children].find((other) => other.textContent === button.textContent)?.focus();
    };
    return button;
  }));
}

function showIndex() {
  showTopics();
  const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = demos.filter((demo) => {
    const text = `${demo.id} ${demo.title} ${demo.sees} ${demo.spec} ${topicName(demo.topic)}`.toLowerCase();
    return (topic === null || demo.topic === topic) && words.every((word) => text.includes(word));
  });
  $("count").textContent = found.length === 1 ? "1 demo" : `${found.length} demos`;
  const cards = [];
  let heading = null;
  for (const demo of found) {
    if (demo.topic !== heading) {
      heading = demo.topic;
      const title = element("h2", { textContent: topicName(heading) });
      title.append(element("small", { textContent: TOPICS[heading]?.[1] ?? "" }));
      cards.push(title);
    }
    const card = element("a", { className: "card", href: `#${demo.id}` });
    card.append(thumbnail(demo), element("strong", { textContent: demo.title }),
                element("span", { textContent: demo.sees }));
    cards.push(card);
  }
  if (found.length === 0) cards.push(element("p", { className: "none", textContent: "Nothing found. Try another word or topic." }));
  $("cards").replaceChildren(...cards);
}

function thumbnail(demo) {
  return element("img", { src: `thumbs/${demo.id}.png`, alt: "", loading: "lazy", width: 320, height: 240 });
}

// ---- one demo ----------------------------------------------------------------------------------------------

async function openDemo(demo) {
  current = demo;
  running = null;
  // A module that has trapped cannot be trusted with another call: begin with a new one.
  if (poisoned) return location.reload();
  $("demo-topic").textContent = topicName(demo.topic);
  $("demo-topic").onclick = () => { topic = demo.topic; };
  $("demo-title").textContent = demo.title;
  $("sees").textContent = demo.sees;
  $("tries").textContent = demo.try;
  const keys = demo.keys.length ? "The buttons below the picture are keys; the real ones work while the picture has the focus." : "";
  $("controls").textContent = [demo.controls, keys].filter(Boolean).join(" ") || "None";
  $("screen").style.setProperty("--ratio", demo.width / demo.height);
  document.title = `${demo.title} · motile`;
  showKeys(demo);
  showParams(demo);
  showNeighbors(demo);
  showSource(demo);
  try {
    wasm ??= await load("./pkg/gallery.js");
  } catch (error) {
    if (current === demo) stopped(error.message);
    return;
  }
  if (current === demo) start();
}

function start() {
  player?.stop();
  $("failure").hidden = true;
  player = new Player(wasm, $("canvas"), { onFailure: stopped, onFrame: showMeter });
  player.guard(() => {
    wasm.open_demo(current.id, 1);
    wasm.web_set_speed(Number($("speed").value));
    wasm.web_set_paused(paused);
    player.tick(0);
    running = current.id;
  });
  player.start();
}

/** From the beginning, with the knobs as they are. */
function restart() {
  if (poisoned) return location.reload();
  player?.guard(() => { wasm.web_restart(); player.tick(0); });
}

/** The demo cannot go on. A module that has trapped, or is missing, is loaded anew with the page. */
function stopped(message) {
  showFailure($("failure"), message);
  poisoned = true;
}

let shown = 0;
function showMeter(milliseconds) {
  const now = performance.now();
  if (now - shown < 250) return;
  shown = now;
  $("tick").textContent = `tick ${wasm.web_tick_index()}`;
  $("frame-time").textContent = `${milliseconds.toFixed(1)} ms a frame`;
}

// What is printed on keys that have no letter.
const CAPS = { Left: "←", Right: "→", Up: "↑", Down: "↓", Backspace: "⌫", Shift: "⇧" };

/** The keys a demo listens to, as buttons: a phone has no others. */
function showKeys(demo) {
  $("pad").hidden = demo.keys.length === 0;
  $("pad").replaceChildren(...demo.keys.map(({ key, does }) => {
    const button = element("button", { type: "button" });
    button.dataset.key = key;
    const cap = element("kbd", { textContent: CAPS[key] ?? key });
    cap.setAttribute("aria-hidden", "true");
    button.append(cap, does[0].toUpperCase() + does.slice(1));
    onHold(button, (down) => player?.guard(() => wasm.web_key(key, down)));
    return button;
  }));
}

/** Calls `change` with true when a finger, the mouse or a key begins to hold a button, with false when it lets go. */
function onHold(button, change) {
  let held = false;
  const hold = (down) => {
    if (held === down) return;
    held = down;
    button.classList.toggle("held", down);
    change(down);
  };
  const isPress = (event) => event.key === " " || event.key === "Enter";
  button.onpointerdown = (event) => {
    if (event.button !== 0) return;
    button.setPointerCapture(event.pointerId);
    hold(true);
  };
  button.onpointerup = button.onlostpointercapture = button.onblur = () => hold(false);
  button.onkeydown = (event) => { if (isPress(event)) { event.preventDefault(); hold(true); } };
  button.onkeyup = (event) => { if (isPress(event)) { event.preventDefault(); hold(false); } };
  // The canvas keeps the focus: losing it would let go of the keys held on the real keyboard.
  button.onmousedown = button.oncontextmenu = (event) => event.preventDefault();
  // Tools for people who use neither click without any of these.
  button.onclick = (event) => { if (event.detail === 0) { hold(true); hold(false); } };
}

function showParams(demo) {
  $("knobs").hidden = demo.params.length === 0;
  $("bench").classList.toggle("many", demo.params.length > 6);
  const rows = demo.params.filter((param) => param.kind !== "button").map(paramRow);
  const presses = demo.params.filter((param) => param.kind === "button").map((param) => {
    const button = element("button", { id: `param-${param.name}`, type: "button", textContent: param.label });
    button.onclick = () => player?.guard(() => wasm.web_set_param(param.name, 1));
    return button;
  });
  const row = element("div", { className: "presses" });
  row.append(...presses);
  $("params").replaceChildren(...rows, ...(presses.length ? [row] : []));
  $("defaults").hidden = rows.length === 0;
  showDefaults();
}

function paramRow(param) {
  const box = element("div", { className: `param ${param.kind}` });
  const common = { id: `param-${param.name}`, name: param.name };
  box.append(element("label", { htmlFor: common.id, textContent: param.label }));
  if (param.kind === "toggle") {
    box.append(element("input", { ...common, type: "checkbox" }));
  } else if (param.kind === "choice") {
    const select = element("select", common);
    select.append(...param.choices.map((choice, i) => element("option", { value: i, textContent: choice })));
    box.append(select);
  } else {
    // Any value, not only steps from the smallest: a slider would round the default to one of them.
    const step = param.kind === "whole" ? 1 : "any";
    box.append(element("output", { htmlFor: common.id }),
               element("input", { ...common, type: "range", min: param.min, max: param.max, step }));
  }
  return box;
}

/** Puts the controls, and only them, where the demo begins. */
function showDefaults() {
  for (const param of current.params.filter((param) => param.kind !== "button")) {
    const input = $(`param-${param.name}`);
    if (param.kind === "toggle") input.checked = param.default !== 0;
    else input.value = param.default;
    showValue(input);
  }
}

function showValue(input) {
  const output = input.type === "range" && input.parentElement.querySelector("output");
  if (output) output.textContent = Number(Number(input.value).toPrecision(4));
}

function applyParam(input) {
  const value = input.type === "checkbox" ? Number(input.checked) : Number(input.value);
  wasm.web_set_param(input.name, value);
}

function showNeighbors(demo) {
  const at = demos.indexOf(demo);
  for (const [id, other, word] of [["previous", demos[at - 1], "Previous"], ["next", demos[at + 1], "Next"]]) {
    $(id).replaceChildren();
    if (!other) { $(id).removeAttribute("href"); continue; }
    $(id).href = `#${other.id}`;
    const text = element("span", { textContent: other.title });
    text.prepend(element("small", { textContent: word }));
    $(id).append(thumbnail(other), text);
  }
}

async function showSource(demo) {
  const answer = await fetch(demo.source);
  const text = answer.ok ? await answer.text() : "The source is not part of this site.";
  if (current !== demo) return;
  $("source").innerHTML = highlight(text);
  $("source-link").href = demo.source;
}

// ---- wiring ------------------------------------------------------------------------------------------------

function element(tag, properties) {
  return Object.assign(document.createElement(tag), properties);
}

let isFirst = true;
async function route() {
  const id = decodeURIComponent(location.hash.slice(1));
  const demo = demos.find((demo) => demo.id === id);
  const came = isFirst ? null : current;
  isFirst = false;
  $("demo").hidden = !demo;
  $("index").hidden = Boolean(demo);
  if (demo) {
    scrollTo(0, 0);
    await openDemo(demo);
    // The keyboard goes on where the page changed: in the picture, or where a message stands instead.
    if (current === demo && poisoned) $("demo-title").focus({ preventScroll: true });
    return;
  }
  player?.stop();
  player = current = running = null;
  document.title = "motile gallery";
  showIndex();
  if (!came) return;
  const card = [...document.querySelectorAll(".card")].find((card) => card.hash === `#${came.id}`);
  if (document.activeElement !== $("search")) (card ?? $("index-title")).focus({ preventScroll: true });
  card?.scrollIntoView({ block: "center" });
}

function togglePause() {
  paused = !paused;
  $("pause").setAttribute("aria-pressed", String(paused));
  player?.guard(() => wasm.web_set_paused(paused));
}

function saveShot() {
  $("canvas").toBlob((blob) => {
    const link = element("a", { href: URL.createObjectURL(blob), download: `${current.id.replaceAll("/", "-")}.png` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  });
}

$("restart").onclick = restart;
$("pause").onclick = togglePause;
$("step").onclick = () => { if (!paused) togglePause(); player?.tick(1); };
$("shot").onclick = saveShot;
$("full").onclick = () => (document.fullscreenElement ? document.exitFullscreen() : $("frame").requestFullscreen());
$("full").hidden = !document.fullscreenEnabled;
document.addEventListener("fullscreenchange", () => {
  if (document.fullscreenElement) $("frame").append($("pad"));
  else $("frame").after($("pad"));
});
$("speed").oninput = () => {
  $("speed-value").textContent = `${Number($("speed").value)}×`;
  player?.guard(() => wasm.web_set_speed(Number($("speed").value)));
};
$("params").oninput = ({ target }) => {
  if (!target.name) return;
  showValue(target);
  player?.guard(() => applyParam(target));
};
$("params").onsubmit = (event) => event.preventDefault();
$("defaults").onclick = () => {
  showDefaults();
  player?.guard(() => { for (const input of $("params").elements) if (input.name) applyParam(input); });
};
$("search").oninput = () => { if (current) location.hash = ""; showIndex(); };
$("skip").onclick = (event) => {
  event.preventDefault();
  (current ? $("demo-title") : document.querySelector(".card") ?? $("index-title")).focus();
};

const SHORTCUTS = { r: "restart", p: "pause", ".": "step", s: "shot", f: "full" };
document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === "Escape" && target === $("canvas")) return $("pause").focus();
  if (target.matches("input[type=search], select")) return;
  // While the picture has the keyboard, the keys of the demo are its own.
  if (target === $("canvas") && current?.keys.some((own) => own.key === keyName(key))) return;
  if (key === "/") { $("search").focus(); event.preventDefault(); }
  else if (current && key === "Escape" && !document.fullscreenElement) location.hash = "";
  else if (current && SHORTCUTS[key.toLowerCase()]) $(SHORTCUTS[key.toLowerCase()]).click();
});

/** Gets the list of demos; the page is nothing without it. */
async function loadList() {
  try {
    const answer = await fetch("demos.json");
    if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
    demos = await answer.json();
    return true;
  } catch (error) {
    const panel = element("div", { className: "failure", role: "alert" });
    showFailure(panel, `The list of demos could not be loaded: ${error.message}`);
    $("cards").replaceChildren(panel);
    return false;
  }
}

addEventListener("hashchange", route);
// For tests and for the curious.
globalThis.motile = {
  get demos() { return demos; },
  get wasm() { return wasm; },
  get player() { return player; },
  get running() { return running; },
};
if (await loadList()) await route();
document.documentElement.dataset.ready = "true";
