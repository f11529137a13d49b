// The gallery page: an index of demos, and one demo at a time at `#topic/name`. What is known of demos comes from the
// list that the native program wrote; links, commands and colored sources come from the program of the page, which
// is loaded with the first demo.
import { Player, keyName, load, showFailure } from "./motile.js";
import { Knobs } from "./knobs.js";

const $ = (id) => document.getElementById(id);
let demos = [];
/** Programs that are there, by name: each holds the demos of some topics, and is loaded with the first of them. */
const programs = new Map();
let wasm = null, player = null, current = null, running = null, topic = null, paused = false, poisoned = false;
let knobs = null, isSeedGiven = false;
let source = "";
const calm = matchMedia("(prefers-reduced-motion: reduce)");

// ---- index -------------------------------------------------------------------------------------------------

function showTopics() {
  const topics = new Map(demos.map((demo) => [demo.topic, demo.topic_name]));
  $("topics").replaceChildren(...[[null, "All"], ...topics].map(([name, textContent]) => {
    const button = element("button", { type: "button", textContent });
    button.setAttribute("aria-pressed", String(name === topic));
    button.onclick = () => {
      topic = name;
      showIndex();
      writeIndexAddress();
      [...$("topics").children].find((other) => other.textContent === button.textContent)?.focus();
    };
    return button;
  }));
}

function showIndex() {
  showTopics();
  const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = demos.filter((demo) => (topic === null || demo.topic === topic) && words.every((word) => demo.search.includes(word)));
  // A word of the title counts more than one of the description; without a search the order is that of the topics.
  const named = (demo) => words.every((word) => demo.title.toLowerCase().includes(word));
  if (words.length) found.sort((a, b) => named(b) - named(a));
  $("count").textContent = found.length === 1 ? "1 demo" : `${found.length} demos`;
  const cards = [];
  let heading = null;
  for (const demo of found) {
    if (words.length === 0 && demo.topic !== heading) {
      heading = demo.topic;
      const title = element("h2", { textContent: demo.topic_name });
      title.append(element("small", { textContent: demo.topic_about }));
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

// Pictures are fetched when they are about to be seen; browsers begin thousands of pixels earlier by themselves.
const nearby = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    target.src = target.dataset.src;
    nearby.unobserve(target);
  }
}, { rootMargin: "200px" });

function thumbnail(demo) {
  const image = element("img", { alt: "", width: 320, height: 240 });
  image.dataset.src = `thumbs/${demo.id}.gif`;
  // Decoration while it is there; what is missing is said.
  image.onerror = () => { image.alt = "The picture could not be loaded"; };
  nearby.observe(image);
  return image;
}

/** The address of the index with this topic and this search. */
function indexLink(topic, search) {
  const query = new URLSearchParams();
  if (topic) query.set("topic", topic);
  if (search) query.set("search", search);
  return query.size ? `#?${query}` : "#";
}

/** Topic and search in the address, so that a link leads there. */
function writeIndexAddress() {
  if (current) return;
  const link = indexLink(topic, $("search").value);
  history.replaceState(null, "", link === "#" ? location.pathname + location.search : link);
}

/** Back to the index as it was left. */
function leave() {
  location.hash = indexLink(topic, $("search").value);
}

/** Puts topic and search where the address says. */
function readIndexAddress(query) {
  const wanted = query.get("topic");
  topic = demos.some((demo) => demo.topic === wanted) ? wanted : null;
  // Who types there is ahead of the address.
  const search = query.get("search") ?? "";
  if ($("search").value !== search) $("search").value = search;
  return wanted && !topic ? `There is no topic “${wanted}”. These are all:` : "";
}

// ---- one demo ----------------------------------------------------------------------------------------------

async function openDemo(demo, link) {
  current = demo;
  running = null;
  // A module that has trapped cannot be trusted with another call: begin with a new one.
  if (poisoned) return location.reload();
  $("demo-topic").textContent = demo.topic_name;
  $("demo-topic").href = indexLink(demo.topic, "");
  $("back").href = indexLink(topic, $("search").value);
  $("demo-title").textContent = demo.title;
  $("sees").textContent = demo.sees;
  $("tries").textContent = demo.try;
  const keys = demo.keys.length ? "The buttons below the picture are keys; the real ones work while the picture has the focus." : "";
  $("controls").textContent = [demo.controls, keys].filter(Boolean).join(" ") || "None";
  $("screen").style.setProperty("--ratio", demo.width / demo.height);
  document.title = `${demo.title} · motile`;
  showKeys(demo);
  showParams(demo);
  $("params").inert = true;
  $("ignored").hidden = true;
  setPaused(calm.matches);
  $("play").hidden = !calm.matches;
  showNeighbors(demo);
  const text = fetchSource(demo);
  try {
    if (!programs.has(demo.part)) programs.set(demo.part, await load(`./pkg/${demo.part}.js`));
  } catch (error) {
    if (current === demo) stopped(error.message);
    return;
  }
  if (current !== demo) return;
  const program = programs.get(demo.part);
  // What runs in another program ends, and falls silent, with it.
  if (wasm !== program) close();
  wasm = program;
  start(link);
  await text;
  if (current === demo && source) player?.guard(() => { $("source").innerHTML = wasm.source_html(demo.id, source); });
}

/** Ends what is shown. */
function close() {
  player?.stop();
  if (!poisoned) wasm?.web_end();
  player = running = null;
}

/** Starts the demo of a link: its knobs by name, `Seed` and `Speed`. Whatever else was set is forgotten. */
function start(link) {
  player?.stop();
  $("failure").hidden = true;
  // The page scrolls over a picture, unless the demo listens to the wheel or to fingers that drag.
  const { takes_wheel: takesWheel, takes_drags: takesDrags } = current;
  player = new Player(wasm, $("canvas"), { onFailure: stopped, onFrame: showMeter, onEnd: leave, takesWheel, takesDrags });
  player.guard(() => {
    const ignored = wasm.open_run(link);
    isSeedGiven = /[?&]Seed=/.test(link);
    wasm.web_set_paused(paused);
    player.tick(0);
    running = current.id;
    knobs.show(new Map(current.params.map(({ name }) => [name, wasm.web_param(name)])));
    setSpeed(wasm.web_speed());
    $("params").inert = false;
    $("ignored").textContent = `This demo does not know this part of the link: ${ignored}`;
    $("ignored").hidden = !ignored;
  });
  player.start();
}

/** The address of what is shown; with the seed it is the same run. */
const address = (withSeed) => `#${wasm.run_link(withSeed || isSeedGiven)}`;

/** Milliseconds between two changes of the address: browsers ignore all of them, links too, after some 200 in 10 seconds. */
const ADDRESS_PAUSE = 200;
let addressTimer = 0;
let addressTime = -ADDRESS_PAUSE;

/** Keeps the address up to date without a step in the history: at once, and while a knob is dragged now and then. */
function writeAddress() {
  if (addressTimer) return;
  const wait = Math.max(0, addressTime + ADDRESS_PAUSE - performance.now());
  if (wait > 0) {
    addressTimer = setTimeout(() => { addressTimer = 0; writeAddress(); }, wait);
    return;
  }
  if (!current || running !== current.id || location.hash === address(false)) return;
  addressTime = performance.now();
  history.replaceState(null, "", address(false));
}

/** Copies a text and says so on the button. */
async function copy(button, text) {
  const before = button.dataset.label ??= button.textContent;
  try { await navigator.clipboard.writeText(text); button.textContent = "Copied"; }
  catch { button.textContent = "Not allowed"; }
  setTimeout(() => { button.textContent = before; }, 1500);
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
  $("seed").textContent = `seed ${wasm.web_seed()}`;
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
  knobs = new Knobs($("params"), demo.params, (name, value) => {
    player?.guard(() => wasm.web_set_param(name, value));
    writeAddress();
  });
  $("defaults").hidden = knobs.turned().length === 0;
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

/** Gets the source and shows it, plain until the program colors it. */
async function fetchSource(demo) {
  source = "";
  const answer = await fetch(demo.source).catch(() => null);
  const text = answer?.ok ? await answer.text() : null;
  if (current !== demo) return;
  source = text ?? "";
  $("source").textContent = text ?? "The source is not part of this site.";
  $("source-link").href = demo.source;
  const repository = document.querySelector("meta[name=repository]").content;
  $("repository").hidden = !repository;
  $("repository").href = `${repository}/${demo.source}`;
}

// ---- wiring ------------------------------------------------------------------------------------------------

function element(tag, properties) {
  return Object.assign(document.createElement(tag), properties);
}

/** Without the signs that mailers and chats put into links; what is no such text stays as it is. */
function plain(text) {
  try { return decodeURIComponent(text); } catch { return text; }
}

let isFirst = true;
async function route() {
  const address = location.hash.slice(1), link = plain(address);
  const [id, ...rest] = link.split("?");
  const demo = demos.find((demo) => demo.id === id);
  const came = isFirst ? null : current;
  isFirst = false;
  $("demo").hidden = !demo;
  $("index").hidden = Boolean(demo);
  if (demo) {
    scrollTo(0, 0);
    await openDemo(demo, link);
    // The keyboard goes on where the page changed: in the picture, or where a message stands instead.
    if (current === demo && poisoned) $("demo-title").focus({ preventScroll: true });
    return;
  }
  close();
  current = null;
  document.title = "motile gallery";
  // As it was written where it can be: a search for `&` is none for two things.
  const query = id ? "" : address.startsWith("?") ? address.slice(1) : rest.join("?");
  const unknownTopic = readIndexAddress(new URLSearchParams(query));
  const unknown = id ? `There is no demo “${id}”. These are all:` : unknownTopic;
  $("unknown").textContent = unknown;
  $("unknown").hidden = !unknown;
  showIndex();
  if (!came) return;
  const card = [...document.querySelectorAll(".card")].find((card) => card.hash === `#${came.id}`);
  if (document.activeElement !== $("search")) (card ?? $("index-title")).focus({ preventScroll: true });
  card?.scrollIntoView({ block: "center" });
}

function setPaused(now) {
  paused = now;
  if (!paused) $("play").hidden = true;
  $("pause").setAttribute("aria-pressed", String(paused));
  if (running) player?.guard(() => wasm.web_set_paused(paused));
}

const togglePause = () => setPaused(!paused);

function setSpeed(speed) {
  $("speed").value = speed;
  $("speed-value").textContent = `${Number($("speed").value)}×`;
  if (running) player?.guard(() => wasm.web_set_speed(Number($("speed").value)));
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
$("speed").oninput = () => { setSpeed(Number($("speed").value)); writeAddress(); };
$("defaults").onclick = () => { knobs.show(new Map()); knobs.apply(); };
$("play").onclick = () => { setPaused(false); $("canvas").focus({ preventScroll: true }); };
$("copy-link").onclick = (event) => copy(event.currentTarget, new URL(address(true), location.href).href);
$("copy-command").onclick = (event) => copy(event.currentTarget, wasm.run_command());
$("copy-source").onclick = (event) => copy(event.currentTarget, source);
$("search").oninput = () => { if (current) return leave(); showIndex(); writeIndexAddress(); };
$("search").onkeydown = (event) => { if (event.key === "Enter") document.querySelector(".card")?.click(); };
$("skip").onclick = (event) => {
  event.preventDefault();
  (current ? $("demo-title") : document.querySelector(".card") ?? $("index-title")).focus();
};

const SHORTCUTS = { r: "restart", p: "pause", ".": "step", s: "shot", f: "full" };
document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  // While a sketch has a text field, a hidden one beside its picture has the keyboard.
  if (key === "Escape" && (target === $("canvas") || target.matches("textarea"))) return $("pause").focus();
  if (target.matches("input[type=search], select, textarea")) return;
  // While the picture has the keyboard, the keys of the demo are its own.
  if (target === $("canvas") && current?.keys.some((own) => own.key === keyName(key))) return;
  if (key === "/") { $("search").focus(); event.preventDefault(); }
  else if (current && key === "Escape" && !document.fullscreenElement) leave();
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
