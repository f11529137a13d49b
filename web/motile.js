// Drives one sketch in one canvas: frames out, events in. The picture and the clock of the simulation live in
// WebAssembly; this file only carries them across.

// What `KeyboardEvent.key` calls the keys that have no letter; scripts and demos use the names on the right.
const NAMED_KEYS = {
  " ": "Space", ArrowLeft: "Left", ArrowRight: "Right", ArrowUp: "Up", ArrowDown: "Down", Escape: "Escape",
  Enter: "Enter", Tab: "Tab", Backspace: "Backspace", Delete: "Delete", Home: "Home", End: "End",
  PageUp: "PageUp", PageDown: "PageDown", Shift: "Shift", Control: "Control", Alt: "Alt", AltGraph: "Alt", Meta: "Super",
};
// Keys the page keeps for itself even while the canvas has the focus, unless the page is the sketch's own. Tab leads out
// of a page inside of another one.
const PAGE_KEYS = new Set(["Tab", "Escape"]), FRAME_KEYS = new Set(["Tab"]), NO_KEYS = new Set();
// Buttons of a pointer: their bits in `MouseEvent.buttons`, and their numbers in `MouseEvent.button`.
const BUTTONS = [[1, 0], [2, 2], [4, 1]];
// Keys that are held for others, and those that edit a text together with Control or ⌘.
const HELD = /^(Control|Super|Alt|Shift)$/, EDITS = /^([ACVXYZ]|Left|Right|Up|Down|Home|End|Backspace|Delete)$/;

/**
 * Loads a program and runs its `main`: the exports of its module, with its memory. What fails is thrown as an error
 * whose message is meant for people.
 */
export async function load(address) {
  if (typeof WebAssembly === "undefined") throw new Error("This browser has no WebAssembly, which the program needs.");
  let said = null;
  globalThis.motile_failed = (message) => { said = message; };
  try {
    const module = await import(new URL(address, document.baseURI));
    const serve = server(module);
    serve();
    const { memory } = await module.default();
    // An error that a program has only written down is none that ended it.
    if (!module.web_is_showing()) said ||= module.web_said();
    if (!said) return { ...module, memory, serve };
  } catch (error) {
    said ??= error instanceof WebAssembly.RuntimeError ? `The program stopped: ${error.message}`
      : error instanceof WebAssembly.CompileError ? `This browser cannot run the program: ${error.message}`
      : `The program could not be loaded: ${error.message}`;
  }
  throw new Error(said);
}

/**
 * What a program asks of any page it is in: files, microphone and camera. Programs ask by names that all of them share, so
 * the one that plays has to be served; calling what is returned does that.
 */
function server(module) {
  const fetchFile = (file) => {
    fetch(new URL(file, document.baseURI))
      .then((answer) => (answer.ok ? answer.arrayBuffer() : Promise.reject(new Error(`the server says ${answer.status}`))))
      .then((bytes) => module.web_fetched?.(file, new Uint8Array(bytes)), (error) => module.web_fetched?.(file, undefined, error.message));
  };
  // Loaded when a program first asks for a microphone or a camera; most never do.
  let senses = null;
  const sense = (...wish) => {
    senses ??= import("./senses.js").then(({ Senses }) => new Senses(module));
    senses.then((senses) => senses.wish(...wish), () => module.web_sense_changed(wish[0], wish[1], "missing"));
  };
  return () => {
    globalThis.motile_fetch = fetchFile;
    if (module.web_heard) globalThis.motile_sense = sense;
  };
}

/** Shows a message in place of the picture, with a button that loads the page again. */
export function showFailure(panel, message) {
  const text = document.createElement("p");
  text.textContent = message;
  const retry = Object.assign(document.createElement("button"), { type: "button", textContent: "Retry", className: "retry" });
  retry.onclick = () => location.reload();
  panel.replaceChildren(text, retry);
  panel.hidden = false;
}

export const keyName = (key) => NAMED_KEYS[key] ?? (key.length === 1 ? key.toUpperCase() : key);

/** A running sketch. `wasm` is the loaded module with its exports and memory. */
export class Player {
  constructor(wasm, canvas, options = {}) {
    const { onFailure = () => {}, onFrame = () => {}, onEnd = () => {}, ownsPage = false } = options;
    const { takesWheel = wasm.web_takes_wheel(), takesDrags = wasm.web_takes_drags() } = options;
    Object.assign(this, { wasm, canvas, onFailure, onFrame, onEnd, ownsPage, takesWheel, takesDrags });
    // In a page inside of another one, the one around scrolls until somebody clicks on the picture.
    this.isFramed = ownsPage && window.top !== window;
    this.context = canvas.getContext("2d", { alpha: false });
    this.last = null;
    // Whether another window has the keyboard, and whether the sketch goes on then.
    this.away = false;
    this.goesOn = false;
    this.shell = "";
    this.words = "";
    this.overlay = null;
    this.box = null;
    // The canvas on which a picture lies that is enlarged.
    this.whole = null;
    // Buttons of the pointer that went down on the picture and are held, as bits of `MouseEvent.buttons`.
    this.buttons = 0;
    // What the program knows of whether anybody sees it.
    this.hidden = false;
    this.failed = false;
    // Keys that are down, by where they lie: the one that went down comes up, even when Shift changed in between.
    this.held = new Map();
    this.pageKeys = !ownsPage ? PAGE_KEYS : this.isFramed ? FRAME_KEYS : NO_KEYS;
    this.abort = new AbortController();
    wasm.serve?.();
    globalThis.motile_failed = (message) => this.fail(message);
    this.followDrags();
    this.listen();
  }

  /** Begins to play. The canvas takes the keyboard, unless the page stands inside of another one. */
  start() {
    if (window.top === window) this.canvas.focus({ preventScroll: true });
    this.guard(() => this.wasm.web_focus(document.activeElement === this.canvas && document.hasFocus()));
    // Where fingers are what there is, a game shows its sticks before the first touch: one that was never down tells it.
    if (matchMedia("(pointer: coarse)").matches) this.guard(() => this.wasm.web_touch(0, 2, 0, 0));
    this.followSight();
    this.observe();
    const loop = (now) => {
      if (this.abort.signal.aborted || this.failed) return;
      const elapsed = this.last === null || this.halted ? 0 : now - this.last;
      this.last = now;
      const before = performance.now();
      this.guard(() => {
        if (!this.halted) this.readPads();
        if (this.wasm.web_frame(elapsed)) this.paint();
        this.onFrame(performance.now() - before);
        this.follow();
      });
      requestAnimationFrame(loop);
    };
    requestAnimationFrame(loop);
  }

  /** Whether time stands still because another window has the keyboard. */
  get halted() { return this.away && !this.goesOn; }

  /** Tells whether somebody sees the sketch: a page in the background, or halted, neither listens nor sounds. */
  followSight() {
    const hidden = document.hidden || this.halted;
    if (hidden === this.hidden) return;
    this.hidden = hidden;
    this.guard(() => this.wasm.web_set_hidden(hidden));
  }

  /** Advances exactly `count` ticks, whether paused or not, and shows the result. */
  tick(count) {
    this.guard(() => { this.wasm.web_tick(count); this.paint(); });
  }

  stop() {
    this.abort.abort();
    this.observer?.disconnect();
    this.overlay?.remove();
    this.field?.remove();
  }

  /** Follows the size of the canvas on the page, so that a pixel of the picture is one of the display. */
  observe() {
    this.observer = new ResizeObserver(([entry]) => {
      // Browsers know the exact pixels, but not where a display is only emulated.
      const exact = entry.devicePixelContentBoxSize?.[0];
      const pixels = (known, length) => {
        const wanted = length * devicePixelRatio;
        return Math.abs(known - wanted) <= 1 ? known : Math.round(wanted);
      };
      this.resize(pixels(exact?.inlineSize, entry.contentRect.width), pixels(exact?.blockSize, entry.contentRect.height));
    });
    try { this.observer.observe(this.canvas, { box: "device-pixel-content-box" }); }
    catch { this.observer.observe(this.canvas); }
  }

  resize(width, height) {
    if (width < 1 || height < 1 || this.abort.signal.aborted) return;
    this.box = { width, height };
    this.guard(() => {
      this.wasm.web_view(width, height, devicePixelRatio);
      this.wasm.web_tick(0);
      this.paint();
    });
  }

  /** Puts the picture on the canvas: pixel by pixel, or enlarged by a whole number where the sketch is pixel art. */
  paint() {
    const width = this.wasm.web_width(), height = this.wasm.web_height();
    const { width: wide, height: high } = this.box ?? { width, height };
    if (this.canvas.width !== wide || this.canvas.height !== high) {
      this.canvas.width = wide;
      this.canvas.height = high;
    }
    const bytes = new Uint8ClampedArray(this.wasm.memory.buffer, this.wasm.web_pixels(), width * height * 4);
    const picture = new ImageData(bytes, width, height);
    const [scale, x, y] = this.wasm.web_place();
    if (scale === 1) return this.context.putImageData(picture, x, y);
    const whole = this.sheet(width, height);
    whole.putImageData(picture, 0, 0);
    this.context.imageSmoothingEnabled = scale % 1 !== 0;
    this.context.drawImage(whole.canvas, x, y, width * scale, height * scale);
  }

  /** Where a picture lies before it is enlarged: the same canvas for each that has its size. */
  sheet(width, height) {
    const { width: wide, height: high } = this.whole?.canvas ?? {};
    if (wide !== width || high !== height) {
      this.whole = new OffscreenCanvas(width, height).getContext("2d", { alpha: false });
    }
    return this.whole;
  }

  /** Writes over the picture what the program does not draw itself: what went wrong, and labels of the debug view. */
  write() {
    const words = this.wasm.web_words();
    if (words === this.words) return;
    this.words = words;
    const [failure, ...labels] = words.split("\n");
    if (!this.overlay) {
      this.overlay = Object.assign(document.createElement("div"), { className: "overlay" });
      this.overlay.innerHTML = `<p role="alert"></p><div></div>`;
      this.canvas.after(this.overlay);
    }
    const [alert, list] = this.overlay.children;
    if (alert.textContent !== failure) alert.textContent = failure;
    list.replaceChildren(...labels.map((line) => {
      const [x, y, size, color, ...text] = line.split(" ");
      const label = Object.assign(document.createElement("span"), { textContent: text.join(" ") });
      const length = (pixels) => `${Number(pixels) / devicePixelRatio}px`;
      Object.assign(label.style, { left: length(x), top: length(y), fontSize: length(size), color });
      return label;
    }));
  }

  /** Tells the program how the gamepads stand; pages see them only after a button was pressed. */
  readPads() {
    const pads = navigator.getGamepads?.() ?? [];
    for (let number = 0; number < Math.max(pads.length, this.pads ?? 0); number += 1) {
      const pad = pads[number];
      // Without the standard mapping nobody knows which button is which.
      const known = pad?.connected && pad.mapping === "standard";
      // A negative value is not held; triggers tell so how far they are pulled before they count.
      const buttons = known ? pad.buttons.map(({ pressed, value }) => (pressed ? value : -value - 1e-9)) : [];
      this.wasm.web_pad(number, known ? pad.id || "gamepad" : "", new Float32Array(buttons), new Float32Array(known ? pad.axes : []));
    }
    this.pads = pads.length;
    for (let rumble = this.wasm.web_rumble(); rumble; rumble = this.wasm.web_rumble()) {
      const [number, strongMagnitude, weakMagnitude, duration] = rumble;
      const shaken = pads[number]?.vibrationActuator?.playEffect?.("dual-rumble", { duration, strongMagnitude, weakMagnitude });
      shaken?.catch(() => {});
    }
  }

  /**
   * While the sketch has a text field, a hidden one of the page has the keyboard: that is what input methods and the
   * keyboards of touch screens write to.
   */
  type() {
    const caret = this.wasm.web_typing();
    if (!caret) {
      if (this.field && !this.field.hidden) {
        this.field.hidden = true;
        this.canvas.focus({ preventScroll: true });
      }
      return;
    }
    this.field ??= this.makeField();
    const [x, y, , height] = caret.map((pixels) => `${pixels / devicePixelRatio}px`);
    Object.assign(this.field.style, { left: x, top: y, height });
    if (this.field.hidden && document.activeElement === this.canvas) {
      this.field.hidden = false;
      this.field.focus({ preventScroll: true });
    }
  }

  makeField() {
    const field = Object.assign(document.createElement("textarea"), { className: "typing", hidden: true });
    Object.assign(field, { autocapitalize: "off", autocomplete: "off", spellcheck: false });
    // There, so that lists of signs stand beside the caret, but not seen.
    Object.assign(field.style, { position: "absolute", width: "1px", padding: 0, border: 0, opacity: 0, resize: "none", pointerEvents: "none" });
    field.setAttribute("aria-label", "Text of the sketch");
    const { signal } = this.abort;
    const on = (type, handler) => field.addEventListener(type, (event) => this.guard(() => handler(event)), { signal });
    const { wasm } = this;
    on("compositionupdate", (event) => wasm.web_compose(event.data));
    on("compositionend", (event) => {
      wasm.web_compose("");
      wasm.web_text(event.data);
      field.value = "";
    });
    on("input", (event) => {
      if (event.isComposing) return;
      // What a touch keyboard writes without a key that says what it is.
      if (this.typed !== field.value) wasm.web_text(field.value);
      this.typed = field.value = "";
    });
    on("keydown", (event) => {
      if (event.isComposing || event.key === "Dead" || event.key === "Process" || event.key === "Unidentified") return;
      this.press(event);
    });
    on("keyup", (event) => this.release(event));
    on("blur", () => { field.hidden = true; this.loseKeys(); });
    on("focus", () => {
      wasm.web_focus(true);
      this.followDrags();
    });
    this.canvas.after(field);
    return field;
  }

  /** A key went down: tells the program what it is and what it types. */
  press(event) {
    const name = keyName(event.key);
    // AltGr is Control and Alt on some systems, and types.
    const isCommand = (event.ctrlKey && !event.getModifierState("AltGraph")) || event.metaKey;
    if (isCommand && !HELD.test(name)) {
      // The browser's, unless somebody edits a text.
      if (!EDITS.test(name) || !this.field || this.field.hidden) return;
      if (!event.repeat) {
        this.wasm.web_key(name, true);
        if (event.code && !event.metaKey) this.held.set(event.code, name);
      }
      // Nobody tells when a key comes up that was pressed with ⌘.
      if (event.metaKey) this.wasm.web_key(name, false);
      // The browser pastes, and says what.
      if (name !== "V") event.preventDefault();
      return;
    }
    if (this.pageKeys.has(event.key)) return;
    if (!event.repeat) {
      this.wasm.web_key(name, true);
      // Keyboards of touch screens do not say where a key lies.
      if (event.code) this.held.set(event.code, name);
    }
    if ([...event.key].length === 1) this.wasm.web_text(event.key);
    event.preventDefault();
  }

  /** A key came up. */
  release(event) {
    this.wasm.web_key(this.held.get(event.code) ?? keyName(event.key), false);
    this.held.delete(event.code);
  }

  /** Another element has the keyboard now, and is told what comes up. */
  loseKeys() {
    this.held.clear();
    this.wasm.web_focus(false);
    this.followDrags();
  }

  /** Whether wheel and fingers are the sketch's, if it wants them. */
  isChosen() {
    return !this.isFramed || [this.canvas, this.field].includes(document.activeElement);
  }

  /** Lets fingers scroll the page over a picture that has no use for them. */
  followDrags() {
    this.canvas.style.touchAction = this.takesDrags && this.isChosen() ? "none" : "pan-x pan-y pinch-zoom";
  }

  /** Does what the sketch asks of its page. */
  follow() {
    this.write();
    this.type();
    const text = this.wasm.web_clipboard();
    if (text !== undefined) this.copy(text);
    const shell = this.wasm.web_shell();
    if (shell === this.shell) return;
    this.shell = shell;
    const [cursor, full, quit, goesOn, ...title] = shell.split("\n");
    this.canvas.style.cursor = cursor;
    this.goesOn = goesOn === "true";
    this.followSight();
    if (this.ownsPage && title.join("")) document.title = title.join(" ");
    if ((full === "true") !== Boolean(document.fullscreenElement)) this.fill(full === "true");
    if (quit === "true") this.end();
  }

  /** Puts a text on the clipboard. Pages may be refused that, and those without encryption have none. */
  async copy(text) {
    try { await navigator.clipboard.writeText(text); }
    catch (error) { console.warn(`nothing was copied to the clipboard: ${error.message}`); }
  }

  /** The sketch has ended itself: nothing of it runs or sounds any more. */
  end() {
    this.stop();
    this.wasm.web_end();
    if (document.fullscreenElement === this.canvas.parentElement) document.exitFullscreen().catch(() => {});
    this.onEnd();
  }

  /** Fills the screen or stops to; browsers may refuse, and the sketch is told what is so. */
  async fill(full) {
    try {
      if (full) await this.canvas.parentElement.requestFullscreen();
      else await document.exitFullscreen();
    } catch { /* what is so is told below */ }
    this.guard(() => this.wasm.web_set_full_screen(Boolean(document.fullscreenElement)));
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

  /** Tells which buttons of the pointer went down or up, by the bits of all that are held. */
  followButtons(held) {
    for (const [bit, button] of BUTTONS) {
      if ((this.buttons ^ held) & bit) this.wasm.web_pointer_button(button, Boolean(held & bit));
    }
    this.buttons = held;
  }

  listen() {
    const { canvas, wasm, abort: { signal } } = this;
    const on = (type, handler, options = {}) =>
      canvas.addEventListener(type, (event) => this.guard(() => handler(event)), { signal, ...options });
    const touch = (event, phase) => wasm.web_touch(event.pointerId, phase, ...this.place(event));

    on("pointermove", (event) => {
      if (event.pointerType === "touch") touch(event, 1);
      if (!event.isPrimary) return;
      wasm.web_pointer_move(...this.place(event));
      // A button beside another one comes and goes as a move. One that went down elsewhere is not the picture's.
      if (this.buttons) this.followButtons(event.buttons);
    });
    on("pointerdown", (event) => {
      canvas.focus({ preventScroll: true });
      canvas.setPointerCapture(event.pointerId);
      if (event.pointerType === "touch") touch(event, 0);
      if (event.isPrimary) {
        wasm.web_pointer_move(...this.place(event));
        this.followButtons(event.buttons);
      }
    });
    const release = (event) => {
      if (event.pointerType === "touch") touch(event, 2);
      if (event.isPrimary) this.followButtons(0);
    };
    on("pointerup", release);
    on("pointercancel", release);
    on("wheel", (event) => {
      wasm.web_wheel(event.deltaY / 100);
      if (this.takesWheel && this.isChosen()) event.preventDefault();
    }, { passive: false });
    on("contextmenu", (event) => event.preventDefault());
    on("keydown", (event) => this.press(event));
    on("keyup", (event) => this.release(event));
    on("focus", () => {
      wasm.web_focus(true);
      this.followDrags();
    });
    on("blur", () => this.loseKeys());
    on("dragover", (event) => event.preventDefault());
    on("drop", (event) => {
      event.preventDefault();
      for (const file of event.dataTransfer.files) this.drop(file);
    });
    // Time stands still while another window has the keyboard, unless the sketch asks for more.
    const leave = (away) => {
      this.away = away;
      this.followSight();
    };
    addEventListener("blur", () => leave(true), { signal });
    addEventListener("focus", () => leave(false), { signal });
    document.addEventListener("visibilitychange", () => this.followSight(), { signal });
    document.addEventListener("paste", (event) => {
      if (document.activeElement !== canvas && document.activeElement !== this.field) return;
      event.preventDefault();
      this.guard(() => wasm.web_text(event.clipboardData.getData("text/plain")));
    }, { signal });
    document.addEventListener("fullscreenchange", () => {
      this.guard(() => wasm.web_set_full_screen(Boolean(document.fullscreenElement)));
    }, { signal });
    if (this.ownsPage) {
      addEventListener("beforeunload", (event) => {
        this.guard(() => { if (wasm.web_close()) event.preventDefault(); });
      }, { signal });
    }
  }

  /** Hands on a dropped file; of a folder, or a file that cannot be read, the sketch's page tells. */
  async drop(file) {
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      this.guard(() => this.wasm.web_drop(file.name, bytes));
    } catch (error) {
      this.guard(() => this.wasm.web_drop_failed(`${file.name}: ${error.message}`));
    }
  }
}
