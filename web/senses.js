// Microphone and camera of the page. A program asks for them through `globalThis.motile_sense`; blocks of samples and
// pictures go to its exported functions and nowhere else. Nothing here is stored, sent or written to the console.
//
// The same file is the module of the audio worklet, which has no window: its part is at the end.

const MICROPHONE = 0, CAMERA = 1;
const NAMES = ["Microphone", "Camera"];
// What browsers call the two where they list devices, and where they keep permissions.
const KINDS = ["audioinput", "videoinput"];
const PERMISSIONS = ["microphone", "camera"];

// What browsers call the ways to fail, and what programs call them. All others count as missing.
const FAILURES = {
  NotAllowedError: "refused", SecurityError: "refused", PermissionDeniedError: "refused",
  NotReadableError: "busy", TrackStartError: "busy", AbortError: "busy",
};

/** Loudness is what is measured: browsers must neither even it out nor take noise away. */
const SOUND = { echoCancellation: false, noiseSuppression: false, autoGainControl: false, channelCount: 1 };

/** The devices that a program has started, at most one of each kind. */
export class Senses {
  constructor(wasm) {
    this.wasm = wasm;
    this.devices = [null, null];
    navigator.mediaDevices?.addEventListener("devicechange", () => this.list(true));
    PERMISSIONS.forEach((name, kind) => this.watch(name, kind));
    this.list();
    document.addEventListener("visibilitychange", () => this.devices.forEach((device) => device?.follow()));
  }

  /** Tells the program which devices there are, and whether one was plugged in or out. Browsers name them to pages that may use one. */
  async list(plugged = false) {
    const all = await navigator.mediaDevices?.enumerateDevices?.().catch(() => []) ?? [];
    KINDS.forEach((wanted, kind) => {
      const found = all.filter((device) => device.kind === wanted);
      const named = found.filter(({ deviceId, label }) => deviceId && label);
      // Where no name is told, there is the one that the browser will offer.
      const lines = named.length ? named.map(({ deviceId, label }) => `${deviceId}\t${label}`) : found.length ? ["\t"] : [];
      this.wasm.web_sense_devices(kind, lines.join("\n"), plugged);
    });
  }

  /** Follows what the visitor allows in the settings of the browser. Asks for nothing; some browsers do not tell. */
  async watch(name, kind) {
    const status = await navigator.permissions?.query({ name }).catch(() => null);
    status?.addEventListener("change", () => {
      if (status.state === "denied") this.devices[kind]?.refuse();
      else this.wasm.web_sense_permitted(kind);
    });
  }

  /** Does what the program wants of a device. `ticket` tells starts apart: what belongs to an old one is let go. */
  wish(kind, ticket, wish, width, height, rate, rateFirst, id) {
    if (wish === "start") {
      this.devices[kind]?.stop();
      this.devices[kind] = new (kind === CAMERA ? Camera : Microphone)(this, kind, ticket, { width, height, rate, rateFirst, id });
      return this.devices[kind].start();
    }
    const device = this.devices[kind];
    if (device?.ticket !== ticket) return;
    if (wish === "stop") {
      this.devices[kind] = null;
      device.stop();
    } else {
      device.paused = wish === "pause";
      device.follow();
    }
  }

  /** Says on the page what captures at this moment. */
  show() {
    const live = this.devices.filter((device) => device?.isLive()).map(({ kind }) => NAMES[kind]);
    let sign = document.getElementById("sensing");
    if (!sign) {
      sign = Object.assign(document.createElement("p"), { id: "sensing" });
      sign.setAttribute("role", "status");
      document.getElementById("canvas")?.after(sign);
    }
    sign.textContent = live.length ? `${live.join(" and ")} on` : "";
    sign.hidden = live.length === 0;
  }
}

class Device {
  constructor(senses, kind, ticket, wanted) {
    Object.assign(this, { senses, kind, ticket, paused: false, stopped: false, muted: false, stream: null }, wanted);
  }

  async start() {
    try {
      if (!navigator.mediaDevices) throw new DOMException("no secure context", "NotFoundError");
      const stream = await this.ask();
      this.stream = stream;
      // Somebody may have let go while the visitor was asked.
      if (this.stopped) return this.release();
      for (const track of stream.getTracks()) {
        track.addEventListener("ended", () => this.lose());
        track.addEventListener("mute", () => this.mute(true));
        track.addEventListener("unmute", () => this.mute(false));
      }
      // One that is muted from the start, by a switch or for another program, says so in no event.
      if (stream.getTracks().some(({ muted }) => muted)) this.mute(true);
      await this.open(stream);
      if (this.stopped) return this.release();
      if (!this.muted) this.tell("granted");
      this.follow();
      // From now on the browser names them.
      this.senses.list();
    } catch (error) {
      this.release();
      if (!this.stopped) this.tell(FAILURES[error.name] ?? "missing");
    }
  }

  ask() { return navigator.mediaDevices.getUserMedia(this.wanted()); }

  stop() {
    this.stopped = true;
    this.release();
  }

  lose() {
    if (this.stopped) return;
    this.stop();
    this.tell("lost");
  }

  /** The visitor has taken the permission back. */
  refuse() {
    if (this.stopped) return;
    this.stop();
    this.tell("refused");
  }

  /** The system has taken the device for another program, or by a switch, or has given it back. */
  mute(muted) {
    if (this.stopped || this.muted === muted) return;
    this.muted = muted;
    this.tell(muted ? "busy" : "granted");
    this.senses.show();
  }

  /** Lets the device go at once. */
  release() {
    this.close();
    this.stream?.getTracks().forEach((track) => track.stop());
    this.stream = null;
    this.senses.show();
  }

  /** Nothing is captured while the page is hidden or the program pauses. */
  follow() {
    this.stream?.getTracks().forEach((track) => { track.enabled = !this.isHalted(); });
    this.senses.show();
  }

  isHalted() { return this.paused || document.hidden; }

  /** The device that was chosen; else the browser chooses. */
  chosen() { return this.id ? { deviceId: { exact: this.id } } : {}; }

  isLive() { return Boolean(this.stream) && !this.stopped && !this.muted && !this.isHalted(); }

  tell(what) { this.senses.wasm.web_sense_changed(this.kind, this.ticket, what); }
}

class Microphone extends Device {
  wanted() { return { audio: { ...SOUND, ...this.chosen() } }; }

  async open(stream) {
    this.context = new AudioContext();
    await this.context.audioWorklet.addModule(import.meta.url);
    if (this.stopped) return;
    const ear = new AudioWorkletNode(this.context, "motile-ear", { numberOfOutputs: 0, channelCount: 1, channelCountMode: "explicit" });
    ear.port.onmessage = ({ data }) => {
      if (this.isLive()) this.senses.wasm.web_heard(this.ticket, this.context.sampleRate, data);
    };
    this.context.createMediaStreamSource(stream).connect(ear);
    await this.context.resume();
  }

  close() {
    if (this.context?.state !== "closed") this.context?.close();
  }
}

class Camera extends Device {
  /** Without a least rate the size comes before the rate, as browsers weigh them. */
  wanted(least) {
    const rate = this.rate > 0 ? { frameRate: { ideal: this.rate, ...(least ? { min: least } : {}) } } : {};
    return { video: { width: { ideal: this.width }, height: { ideal: this.height }, ...rate, ...this.chosen() } };
  }

  /** Where the rate counts more, a mode that has it; where there is none, the size comes first again. */
  async ask() {
    if (!this.rateFirst) return super.ask();
    try {
      return await navigator.mediaDevices.getUserMedia(this.wanted(this.rate * 0.98));
    } catch (error) {
      if (error.name !== "OverconstrainedError" || this.stopped) throw error;
      return super.ask();
    }
  }

  async open(stream) {
    this.video = Object.assign(document.createElement("video"), { muted: true, playsInline: true, srcObject: stream });
    const canvas = new OffscreenCanvas(this.width, this.height);
    this.context = canvas.getContext("2d", { alpha: false, willReadFrequently: true });
    await this.video.play();
    this.next();
  }

  next() {
    this.video?.requestVideoFrameCallback((now, { captureTime }) => {
      if (this.isLive()) this.take((captureTime ?? now) / 1000);
      this.next();
    });
  }

  /** Hands a picture on: as large as wanted, its middle where the shapes differ. */
  take(seconds) {
    const { width, height, context, video } = this;
    const scale = Math.min(video.videoWidth / width, video.videoHeight / height);
    const [wide, high] = [width * scale, height * scale];
    context.drawImage(video, (video.videoWidth - wide) / 2, (video.videoHeight - high) / 2, wide, high, 0, 0, width, height);
    const { data } = context.getImageData(0, 0, width, height);
    this.senses.wasm.web_seen(this.ticket, width, height, seconds, new Uint8Array(data.buffer));
  }

  close() {
    if (this.video) this.video.srcObject = null;
    this.video = null;
  }
}

// ---- in the audio worklet ------------------------------------------------------------------------------------

if (typeof registerProcessor === "function") {
  // Four pieces of 128 samples are a block of about 10 ms.
  const BLOCK = 512;
  registerProcessor("motile-ear", class extends AudioWorkletProcessor {
    constructor() {
      super();
      this.block = new Float32Array(BLOCK);
      this.length = 0;
    }

    process([[samples]]) {
      if (!samples) return true;
      // Some browsers give other pieces, which need not fit.
      for (let at = 0; at < samples.length;) {
        const part = samples.subarray(at, at + BLOCK - this.length);
        this.block.set(part, this.length);
        this.length += part.length;
        at += part.length;
        if (this.length === BLOCK) {
          this.port.postMessage(this.block);
          this.length = 0;
        }
      }
      return true;
    }
  });
}
