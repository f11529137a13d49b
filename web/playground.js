// The playground: a source on the left, its picture on the right. Everything is compiled and computed in the page.
import { showFailure } from "./motile.js";

const $ = (id) => document.getElementById(id);
const element = (name, properties = {}) => Object.assign(document.createElement(name), properties);
/** Width and height of the pictures that come along. */
const SIZE = [480, 360];
/** Own pictures are made smaller than this: a kernel runs for every pixel while one types. */
const LARGEST = 800;
/** How long the address waits for the last letter, milliseconds. */
const QUIET = 400;

let wasm = null, state = { diagnostics: [], kernel: null };
let examples = [], before = null, after = null, probed = null, seconds = 0, clock = null, linked = null;

// ---- the program -------------------------------------------------------------------------------------------

/** Calls the program; what it cannot do is said, and a program that has stopped is said to have. */
function call(name, ...values) {
  try {
    return wasm[name](...values);
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) showFailure($("failure"), `The compiler stopped: ${error.message}`);
    else say(String(error.message ?? error));
    return null;
  }
}

function say(message) {
  $("said").textContent = message;
  $("said").hidden = !message;
}

// ---- source ------------------------------------------------------------------------------------------------

const WORDS = new Set(("kernel graph input output parameter dependent const void in out inout if else for while do break continue return true false "
  + "languageVersion namespace vendor version description minValue maxValue defaultValue").split(" "));
const TYPE = /^(?:float|int|bool|pixel|vec|ivec|bvec|mat|image|region)(?:[1-4](?:x[1-4])?)?$/;
const PIECES = /\/\/[^\n]*|\/\*[^]*?\*\/|"[^"\n]*"|\d*\.?\d+(?:[eE][+-]?\d+)?|[A-Za-z_]\w*/g;

/** The class of each letter of the source, or none. */
function inks(source) {
  const list = new Array(source.length).fill("");
  for (const { 0: piece, index } of source.matchAll(PIECES)) {
    const ink = piece.startsWith("/") ? "com" : piece.startsWith('"') ? "str" : /^[\d.]/.test(piece) ? "num"
      : WORDS.has(piece) ? "kw" : TYPE.test(piece) ? "ty" : "";
    list.fill(ink, index, index + piece.length);
  }
  return list;
}

/** Paints the source behind the letters that are typed: colors, mistakes, and the variable that the probe names. */
function paintSource() {
  const source = $("source").value;
  const list = inks(source);
  const mark = (start, end, name) => {
    // A mistake at the end of a line has nothing to underline but the letter before it.
    if (end <= start) [start, end] = [Math.max(0, start - 1), Math.max(1, start)];
    for (let i = start; i < Math.min(end, source.length); i++) list[i] += ` ${name}`;
  };
  for (const { severity, start, end, labels } of state.diagnostics) {
    mark(start, end, severity === "error" ? "bad" : "odd");
    for (const label of labels) mark(label.start, label.end, "also");
  }
  if (probed) mark(probed.start, probed.end, "here");
  const parts = [];
  for (let from = 0, to = 0; from < source.length; from = to) {
    while (to < source.length && list[to] === list[from]) to++;
    const text = source.slice(from, to);
    parts.push(list[from].trim() ? element("span", { className: list[from].trim(), textContent: text }) : text);
  }
  $("colors").replaceChildren(...parts, "\n");
  follow();
}

function follow() {
  $("colors").scrollTo($("source").scrollLeft, $("source").scrollTop);
}

/** Writes what the compiler says below the source, each with a button where it knows what would mend it. */
function showErrors() {
  $("errors").replaceChildren(...state.diagnostics.map((found) => {
    const item = element("li", { className: found.severity });
    item.append(element("span", { className: "place", textContent: `${found.line}:${found.column} ${found.code}` }),
                element("span", { textContent: found.message + (found.note ? ` (${found.note})` : "") }));
    const go = element("button", { type: "button", className: "quiet", textContent: "Show" });
    go.onclick = () => select(found.start, found.end);
    item.append(go);
    for (const label of found.labels) {
      const also = element("button", { type: "button", className: "quiet label", textContent: `${label.line}:${label.column} ${label.text}` });
      also.onclick = () => select(label.start, label.end);
      item.append(also);
    }
    if (found.fix) {
      const text = found.fix.text ? `Write ${found.fix.text.trim()}` : "Remove it";
      const mend = element("button", { type: "button", className: "fix", textContent: text });
      mend.onclick = () => {
        select(found.fix.start, found.fix.end);
        $("source").setRangeText(found.fix.text, found.fix.start, found.fix.end, "end");
        edited();
      };
      item.append(mend);
    }
    return item;
  }));
}

function select(start, end) {
  $("source").focus();
  $("source").setSelectionRange(start, end);
}

/** Takes the answer of the program: mistakes, parameters, and with them another picture. */
function take(answer) {
  if (answer === null) return;
  const old = state.kernel && JSON.stringify(state.kernel.parameters.map((p) => [p.name, p.type, p.min, p.max]));
  state = JSON.parse(answer);
  probed = null;
  paintSource();
  showErrors();
  const now = state.kernel && JSON.stringify(state.kernel.parameters.map((p) => [p.name, p.type, p.min, p.max]));
  if (old !== now) showParams();
  showInputs();
  draw();
}

function edited() {
  say("");
  take(call("play_edit", $("source").value));
  clearTimeout(linked);
  linked = setTimeout(writeAddress, QUIET);
}

/** The text of a file: UTF-8, or Latin-1 where that fails. */
function decoded(buffer) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(buffer);
  } catch {
    return Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join("");
  }
}

function open(source) {
  $("source").value = source;
  $("source").scrollTo(0, 0);
  edited();
}

// ---- parameters --------------------------------------------------------------------------------------------

function showParams() {
  const rows = (state.kernel?.parameters ?? []).flatMap((parameter) => {
    if (parameter.host) {
      const row = element("div", { className: "param" });
      row.append(element("span", { textContent: parameter.name }), element("span", { className: "host", textContent: "by the page" }));
      return [row];
    }
    return parameter.value.map((value, index) => knob(parameter, index, value));
  });
  $("params").replaceChildren(...rows);
  $("defaults").hidden = rows.length === 0;
}

/** A slider for a number, numbered from 0 in vectors, or a box to tick. */
function knob(parameter, index, value) {
  const isTruth = parameter.scalar === "Bool";
  const name = parameter.value.length > 1 ? `${parameter.name} ${index}` : parameter.name;
  const row = element("label", { className: isTruth ? "param toggle" : "param", title: parameter.about });
  const output = element("output", { textContent: isTruth ? "" : shown(value) });
  const input = isTruth ? element("input", { type: "checkbox", checked: value >= 0.5 }) : element("input", {
    type: "range", min: parameter.min[index], max: parameter.max[index],
    step: parameter.scalar === "Int" ? 1 : "any",
  });
  if (!isTruth) input.value = value;
  input.dataset.name = parameter.name;
  input.dataset.component = index;
  input.oninput = () => {
    const number = isTruth ? Number(input.checked) : Number(input.value);
    call("play_set", parameter.name, index, number);
    if (!isTruth) output.textContent = shown(number);
    draw();
  };
  row.append(element("span", { textContent: name }), output, input);
  return row;
}

const shown = (number) => number === null ? "not finite" : String(Number(number.toPrecision(5)));

// ---- pictures ----------------------------------------------------------------------------------------------

function showInputs() {
  const names = state.kernel?.inputs ?? [];
  const chosen = $("input").value;
  $("input").replaceChildren(...names.map((name, index) => element("option", { value: index, textContent: name })));
  if (chosen && Number(chosen) < names.length) $("input").value = chosen;
  for (const id of ["input", "sample", "file"]) $(id).disabled = names.length === 0;
}

/** Gives the chosen input a picture; the first one is the original, and says how large the result is. */
function give(image) {
  const index = Number($("input").value || 0);
  if (call("play_picture", index, image.width, image.height, new Uint8Array(image.data.buffer)) === null) return;
  if (index === 0 || before === null) before = image;
  draw();
}

function giveSample(index) {
  const bytes = call("play_sample", index, ...SIZE);
  if (bytes) give(new ImageData(new Uint8ClampedArray(bytes), ...SIZE));
}

async function giveFile(file) {
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, LARGEST / Math.max(bitmap.width, bitmap.height));
    const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale)));
    const context = new OffscreenCanvas(width, height).getContext("2d");
    context.drawImage(bitmap, 0, 0, width, height);
    give(context.getImageData(0, 0, width, height));
    say("");
  } catch {
    say(`${file.name} is no picture that this browser reads.`);
  }
}

// ---- picture -----------------------------------------------------------------------------------------------

const place = { x: 0, y: 0, seen: false };

/** Computes the picture and shows it, with the original from the split to the right. */
function draw() {
  if (!state.kernel || !before) return;
  const { width, height } = before;
  const start = performance.now();
  const bytes = call("play_render", width, height, seconds, place.x, place.y);
  if (!bytes) return;
  $("took").textContent = `${(performance.now() - start).toFixed(1)} ms`;
  after = new ImageData(new Uint8ClampedArray(bytes), width, height);
  show();
  look();
}

function show() {
  const canvas = $("picture");
  if (canvas.width !== after.width || canvas.height !== after.height) Object.assign(canvas, { width: after.width, height: after.height });
  const context = canvas.getContext("2d");
  context.putImageData(after, 0, 0);
  const from = Math.round(after.width * (1 - $("split").value / 100));
  if (from < after.width) {
    context.putImageData(before, 0, 0, from, 0, after.width - from, after.height);
    context.fillStyle = "#fff";
    context.fillRect(from - 1, 0, 2, after.height);
  }
}

/** What every name of the kernel stands for at the pixel under the pointer. */
function look() {
  if (!place.seen || !state.kernel || !before) return;
  const [x, y] = [place.x, place.y].map(Math.floor);
  $("place").textContent = `${x}, ${y}`;
  const answer = call("play_look", x, y);
  if (answer === null) return;
  $("probe").tBodies[0].replaceChildren(...JSON.parse(answer).map((value) => {
    const row = element("tr");
    const numbers = value.numbers ? value.numbers.map(shown).join("  ") : "not reached";
    row.append(element("td", { textContent: value.name }), element("td", { textContent: value.type }),
               element("td", { textContent: numbers }));
    row.onpointerenter = () => { probed = value; paintSource(); };
    row.onpointerleave = () => { probed = null; paintSource(); };
    return row;
  }));
}

function moveTo(x, y) {
  if (!after) return;
  place.x = Math.min(Math.max(x, 0), after.width - 1);
  place.y = Math.min(Math.max(y, 0), after.height - 1);
  place.seen = true;
  // Kernels may ask for the pointer.
  if (state.kernel?.parameters.some((parameter) => parameter.host)) draw();
  else look();
}

function runTime(isOn) {
  $("clock").setAttribute("aria-pressed", String(isOn));
  if (clock !== null) cancelAnimationFrame(clock);
  clock = null;
  let last = null;
  const frame = (now) => {
    seconds += last === null ? 0 : Math.min((now - last) / 1000, 0.1);
    last = now;
    draw();
    clock = requestAnimationFrame(frame);
  };
  if (isOn) clock = requestAnimationFrame(frame);
}

// ---- taking it along ---------------------------------------------------------------------------------------

function save(name, blob) {
  const link = element("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

const fileName = (end) => `${(state.kernel?.name ?? "kernel").replace(/\W/g, "_")}.${end}`;

/** The source in the address: deflated, in letters that addresses may have. */
async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

async function unpacked(text) {
  const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).text();
}

async function address() {
  const values = (state.kernel?.parameters ?? []).filter((parameter) => !parameter.host).map((parameter) => {
    const inputs = [...$("params").querySelectorAll("input")].filter((input) => input.dataset.name === parameter.name);
    const numbers = inputs.map((input) => input.type === "checkbox" ? Number(input.checked) : Number(input.value));
    return `&${encodeURIComponent(parameter.name)}=${numbers.join(",")}`;
  });
  return `#source=${await packed($("source").value)}${values.join("")}`;
}

async function writeAddress() {
  history.replaceState(null, "", await address());
}

/** Opens what a link carries; false when it carries nothing. */
async function readAddress() {
  const query = new URLSearchParams(location.hash.slice(1));
  const example = examples.find(({ id }) => id === query.get("example"));
  if (example) {
    $("example").value = examples.indexOf(example);
    open(example.source);
    return true;
  }
  if (!query.get("source")) return false;
  try {
    open(await unpacked(query.get("source")));
  } catch {
    say("The link is damaged: the source in it cannot be read.");
    return false;
  }
  for (const input of $("params").querySelectorAll("input")) {
    const number = query.get(input.dataset.name)?.split(",")[input.dataset.component];
    if (number === undefined || !Number.isFinite(Number(number))) continue;
    if (input.type === "checkbox") input.checked = number === "1";
    else input.value = number;
    input.oninput();
  }
  return true;
}

// ---- beginning ---------------------------------------------------------------------------------------------

function listen() {
  $("source").oninput = edited;
  $("source").onscroll = follow;
  $("source").onkeydown = (event) => {
    // Tab indents; Escape gives the key back to the page, so that nobody is caught.
    if (event.key === "Escape") $("source").dataset.free = "true";
    else if (event.key === "Tab" && !event.shiftKey && !$("source").dataset.free) {
      event.preventDefault();
      $("source").setRangeText("    ", $("source").selectionStart, $("source").selectionEnd, "end");
      edited();
    }
  };
  $("source").onblur = () => { delete $("source").dataset.free; };
  $("example").onchange = () => open(examples[$("example").value].source);
  $("new").onclick = () => open(examples.find(({ id }) => id === "new").source);
  $("flash").onchange = () => take(call("play_flash", $("flash").checked));
  $("defaults").onclick = () => {
    take(call("play_defaults"));
    showParams();
  };
  $("split").oninput = () => after && show();
  $("clock").onclick = () => runTime($("clock").getAttribute("aria-pressed") !== "true");
  $("sample").onchange = () => giveSample(Number($("sample").value));
  $("file").onchange = () => $("file").files[0] && giveFile($("file").files[0]);
  const canvas = $("picture");
  const pixel = (event) => {
    const box = canvas.getBoundingClientRect();
    return [(event.clientX - box.left) * canvas.width / box.width, (event.clientY - box.top) * canvas.height / box.height];
  };
  canvas.onpointermove = (event) => moveTo(...pixel(event));
  canvas.onpointerdown = (event) => {
    call("play_press", ...pixel(event));
    moveTo(...pixel(event));
  };
  canvas.onpointerup = canvas.onpointercancel = (event) => {
    call("play_release");
    moveTo(...pixel(event));
  };
  canvas.onkeydown = (event) => {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way) return;
    event.preventDefault();
    moveTo(place.x + way[0], place.y + way[1]);
  };
  // The result as a whole: what is shown may be the original from the split on.
  $("export-png").onclick = async () => {
    if (!after) return;
    const whole = new OffscreenCanvas(after.width, after.height);
    whole.getContext("2d").putImageData(after, 0, 0);
    save(fileName("png"), await whole.convertToBlob());
  };
  $("export-pbj").onclick = () => {
    const bytes = call("play_pbj");
    if (bytes) save(fileName("pbj"), new Blob([bytes]));
  };
  $("export-wgsl").onclick = () => save(fileName("wgsl"), new Blob([call("play_wgsl")], { type: "text/plain" }));
  $("copy-link").onclick = async () => {
    await writeAddress();
    try {
      await navigator.clipboard.writeText(location.href);
      say("The link is copied; the source is in it.");
    } catch {
      say("This browser does not let the page copy; the link is the address of the page.");
    }
  };
  addEventListener("dragover", (event) => { event.preventDefault(); $("frame").classList.add("dropping"); });
  addEventListener("dragleave", () => $("frame").classList.remove("dropping"));
  addEventListener("drop", (event) => {
    event.preventDefault();
    $("frame").classList.remove("dropping");
    const file = event.dataTransfer?.files[0];
    if (file && /\.(pbk|glsl|frag|txt)$/i.test(file.name)) file.arrayBuffer().then((bytes) => open(decoded(bytes)));
    else if (file && /\.(pbj|pbg)$/i.test(file.name)) say(`${file.name}: only sources are edited here; see "motile kernel run".`);
    else if (file) giveFile(file);
  });
  addEventListener("hashchange", readAddress);
}

function list() {
  examples = JSON.parse(wasm.play_examples());
  const groups = new Map();
  examples.forEach(({ group, id }, index) => {
    if (!groups.has(group)) groups.set(group, element("optgroup", { label: group }));
    groups.get(group).append(element("option", { value: index, textContent: id }));
  });
  $("example").replaceChildren(...groups.values());
  const names = wasm.play_samples().split("\n");
  $("sample").replaceChildren(...names.map((name, index) => element("option", { value: index, textContent: name })));
}

async function begin() {
  if (typeof WebAssembly === "undefined") throw new Error("This browser has no WebAssembly, which the compiler needs.");
  const module = await import("./pkg/playground.js");
  await module.default();
  wasm = module;
  globalThis.playground = { wasm, packed, unpacked };
  list();
  listen();
  giveSample(0);
  if (!await readAddress()) {
    const first = examples.findIndex(({ id }) => id === "kaleidoscope");
    // What is wrong with the link stays to be read.
    const said = $("said").textContent;
    $("example").value = first;
    open(examples[first].source);
    say(said);
  }
}

try {
  await begin();
} catch (error) {
  showFailure($("failure"), `The playground could not be loaded: ${error.message}`);
}
document.documentElement.dataset.ready = "true";
