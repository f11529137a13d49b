// The gallery page: an index of demos, and one demo at a time at `#topic/name`.
import init, * as exports from "./pkg/gallery.js";
import { Player } from "./motile.js";
import { highlight } from "./highlight.js";

const $ = (id) => document.getElementById(id);
const demos = await (await fetch("demos.json")).json();
let wasm = null, player = null, current = null, running = null, topic = null, paused = false, poisoned = false;

// ---- index -------------------------------------------------------------------------------------------------

function showTopics() {
  const topics = [...new Set(demos.map((demo) => demo.topic))];
  $("topics").replaceChildren(...[null, ...topics].map((name) => {
    const button = element("button", { type: "button", textContent: name ?? "all" });
    button.setAttribute("aria-pressed", String(name === topic));
    button.onclick = () => { topic = name; showIndex(); };
    return button;
  }));
}

function showIndex() {
  showTopics();
  const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = demos.filter((demo) => {
    const text = `${demo.id} ${demo.title} ${demo.sees} ${demo.spec}`.toLowerCase();
    return (topic === null || demo.topic === topic) && words.every((word) => text.includes(word));
  });
  $("count").textContent = found.length === 1 ? "1 demo" : `${found.length} demos`;
  const cards = [];
  let heading = null;
  for (const demo of found) {
    if (demo.topic !== heading) cards.push(element("h2", { textContent: (heading = demo.topic) }));
    const card = element("a", { className: "card", href: `#${demo.id}` });
    card.append(element("img", { src: `thumbs/${demo.id}.png`, alt: "", loading: "lazy", width: 320, height: 240 }),
                element("strong", { textContent: demo.title }), element("span", { textContent: demo.sees }));
    cards.push(card);
  }
  $("cards").replaceChildren(...cards);
}

// ---- one demo ----------------------------------------------------------------------------------------------

async function openDemo(demo) {
  current = demo;
  running = null;
  // A module that has trapped cannot be trusted with another call: begin with a new one.
  if (poisoned) return location.reload();
  $("demo-topic").textContent = demo.topic;
  $("demo-title").textContent = demo.title;
  $("sees").textContent = demo.sees;
  $("tries").textContent = demo.try;
  $("controls").textContent = demo.controls || "None";
  document.title = `${demo.title} · motile`;
  showParams(demo);
  showNeighbors(demo);
  showSource(demo);
  wasm ??= { ...exports, memory: (await init()).memory };
  if (current === demo) restart();
}

function restart() {
  player?.stop();
  $("failure").hidden = true;
  player = new Player(wasm, $("canvas"), { onFailure: showFailure, onFrame: showMeter });
  player.guard(() => {
    wasm.open_demo(current.id, 1);
    for (const input of $("params").elements) if (input.name) applyParam(input);
    wasm.web_set_speed(Number($("speed").value));
    wasm.web_set_paused(paused);
    player.tick(0);
    running = current.id;
  });
  player.start();
}

function showFailure(message) {
  $("failure").textContent = `This demo stopped.\n\n${message}\n\nRestart loads it again.`;
  $("failure").hidden = false;
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

function showParams(demo) {
  $("params").replaceChildren(...demo.params.map((param) => {
    const id = `param-${param.name}`, box = element("div", { className: "param" });
    const label = element("label", { htmlFor: id, textContent: param.label });
    const common = { id, name: param.name };
    if (param.kind === "toggle") {
      box.append(label, element("input", { ...common, type: "checkbox", checked: param.default !== 0 }));
    } else if (param.kind === "choice") {
      const select = element("select", common);
      select.append(...param.choices.map((choice, i) => element("option", { value: i, textContent: choice })));
      select.value = param.default;
      box.append(label, select);
    } else if (param.kind === "button") {
      const button = element("button", { id, type: "button", textContent: param.label });
      button.onclick = () => player?.guard(() => wasm.web_set_param(param.name, 1));
      box.append(button);
    } else {
      const output = element("output", { textContent: param.default });
      const slider = element("input", { ...common, type: "range", min: param.min, max: param.max, step: param.step });
      slider.value = param.default;
      slider.addEventListener("input", () => (output.textContent = slider.value));
      box.append(label, output, slider);
    }
    return box;
  }));
}

function applyParam(input) {
  const value = input.type === "checkbox" ? Number(input.checked) : Number(input.value);
  wasm.web_set_param(input.name, value);
}

function showNeighbors(demo) {
  const at = demos.indexOf(demo);
  for (const [id, other, arrow] of [["previous", demos[at - 1], "← "], ["next", demos[at + 1], ""]]) {
    $(id).textContent = other ? `${arrow}${other.title}${id === "next" ? " →" : ""}` : "";
    other ? ($(id).href = `#${other.id}`) : $(id).removeAttribute("href");
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

async function route() {
  const id = decodeURIComponent(location.hash.slice(1));
  const demo = demos.find((demo) => demo.id === id);
  $("demo").hidden = !demo;
  $("index").hidden = Boolean(demo);
  if (demo) {
    scrollTo(0, 0);
    await openDemo(demo);
    return;
  }
  player?.stop();
  player = current = running = null;
  document.title = "motile gallery";
  showIndex();
}

function togglePause() {
  paused = !paused;
  $("pause").setAttribute("aria-pressed", String(paused));
  $("pause").textContent = paused ? "Go on" : "Pause";
  player?.guard(() => wasm.web_set_paused(paused));
}

function saveShot() {
  $("canvas").toBlob((blob) => {
    const link = element("a", { href: URL.createObjectURL(blob), download: `${current.id.replaceAll("/", "-")}.png` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  });
}

$("restart").onclick = () => (poisoned ? location.reload() : restart());
$("pause").onclick = togglePause;
$("step").onclick = () => { if (!paused) togglePause(); player?.tick(1); };
$("shot").onclick = saveShot;
$("full").onclick = () => (document.fullscreenElement ? document.exitFullscreen() : $("frame").requestFullscreen());
$("speed").oninput = () => {
  $("speed-value").textContent = `${Number($("speed").value)}×`;
  player?.guard(() => wasm.web_set_speed(Number($("speed").value)));
};
$("params").oninput = (event) => event.target.name && player?.guard(() => applyParam(event.target));
$("params").onsubmit = (event) => event.preventDefault();
$("search").oninput = () => { if (current) location.hash = ""; showIndex(); };

const SHORTCUTS = { r: "restart", p: "pause", ".": "step", s: "shot", f: "full" };
document.addEventListener("keydown", (event) => {
  const typing = event.target.matches("input, select, textarea, canvas");
  if (event.key === "Escape" && event.target === $("canvas")) $("pause").focus();
  else if (event.key === "/" && !typing) { $("search").focus(); event.preventDefault(); }
  else if (current && !typing && !event.ctrlKey && !event.metaKey && SHORTCUTS[event.key]) $(SHORTCUTS[event.key]).click();
});

addEventListener("hashchange", route);
// For tests and for the curious.
globalThis.motile = {
  demos,
  get wasm() { return wasm; },
  get player() { return player; },
  get running() { return running; },
};
await route();
document.documentElement.dataset.ready = "true";
