// Drives one sketch in one canvas: frames out, events in. The picture and the clock of the simulation live in
// WebAssembly; this file only carries them across.

// What `KeyboardEvent.key` calls the keys that have no letter; scripts and demos use the names on the right.
const NAMED_KEYS = {
  " ": "Space", ArrowLeft: "Left", ArrowRight: "Right", ArrowUp: "Up", ArrowDown: "Down", Escape: "Escape",
  Enter: "Enter", Tab: "Tab", Backspace: "Backspace", Delete: "Delete", Home: "Home", End: "End",
  PageUp: "PageUp", PageDown: "PageDown", Shift: "Shift", Control: "Control", Alt: "Alt",
};
// Keys the page keeps for itself even while the canvas has the focus.
const PAGE_KEYS = new Set(["Tab", "Escape"]);

export const keyName = (key) => NAMED_KEYS[key] ?? (key.length === 1 ? key.toUpperCase() : key);

/** A running sketch. `wasm` is the loaded module with its exports and memory. */
export class Player {
  constructor(wasm, canvas, { onFailure = () => {}, onFrame = () => {} } = {}) {
    Object.assign(this, { wasm, canvas, onFailure, onFrame });
    this.context = canvas.getContext("2d", { alpha: false });
    this.last = null;
    this.failed = false;
    this.abort = new AbortController();
    globalThis.motile_failed = (message) => this.fail(message);
    this.listen();
  }

  start() {
    const loop = (now) => {
      if (this.abort.signal.aborted || this.failed) return;
      const elapsed = this.last === null ? 0 : now - this.last;
      this.last = now;
      const before = performance.now();
      this.guard(() => {
        if (this.wasm.web_frame(elapsed)) this.paint();
        this.onFrame(performance.now() - before);
      });
      requestAnimationFrame(loop);
    };
    requestAnimationFrame(loop);
  }

  /** Advances exactly `count` ticks, whether paused or not, and shows the result. */
  tick(count) {
    this.guard(() => { this.wasm.web_tick(count); this.paint(); });
  }

  stop() {
    this.abort.abort();
  }

  paint() {
    const width = this.wasm.web_width(), height = this.wasm.web_height();
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
    }
    const bytes = new Uint8ClampedArray(this.wasm.memory.buffer, this.wasm.web_pixels(), width * height * 4);
    this.context.putImageData(new ImageData(bytes, width, height), 0, 0);
  }

  /** Runs `work`; a panic or a trap ends the sketch with its message instead of a dead canvas. */
  guard(work) {
    if (this.failed) return;
    try { work(); } catch (error) { this.fail(String(error)); }
  }

  fail(message) {
    if (this.failed) return;
    this.failed = true;
    this.onFailure(message);
  }

  place(event) {
    const box = this.canvas.getBoundingClientRect();
    return [(event.clientX - box.left) * this.canvas.width / box.width,
            (event.clientY - box.top) * this.canvas.height / box.height];
  }

  listen() {
    const { canvas, wasm, abort: { signal } } = this;
    const on = (type, handler, options = {}) =>
      canvas.addEventListener(type, (event) => this.guard(() => handler(event)), { signal, ...options });
    const touch = (event, phase) => wasm.web_touch(event.pointerId, phase, ...this.place(event));

    on("pointermove", (event) => {
      if (event.pointerType === "touch") touch(event, 1);
      if (event.isPrimary) wasm.web_pointer_move(...this.place(event));
    });
    on("pointerdown", (event) => {
      canvas.focus({ preventScroll: true });
      canvas.setPointerCapture(event.pointerId);
      if (event.pointerType === "touch") touch(event, 0);
      if (event.isPrimary) {
        wasm.web_pointer_move(...this.place(event));
        wasm.web_pointer_button(event.button, true);
      }
    });
    const release = (event) => {
      if (event.pointerType === "touch") touch(event, 2);
      if (event.isPrimary) wasm.web_pointer_button(Math.max(event.button, 0), false);
    };
    on("pointerup", release);
    on("pointercancel", release);
    on("wheel", (event) => { wasm.web_wheel(event.deltaY / 100); event.preventDefault(); }, { passive: false });
    on("contextmenu", (event) => event.preventDefault());
    on("keydown", (event) => {
      if (PAGE_KEYS.has(event.key) || event.ctrlKey || event.metaKey) return;
      if (!event.repeat) wasm.web_key(keyName(event.key), true);
      event.preventDefault();
    });
    on("keyup", (event) => wasm.web_key(keyName(event.key), false));
    on("focus", () => wasm.web_focus(true));
    on("blur", () => wasm.web_focus(false));
  }
}
