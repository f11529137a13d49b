// The knobs of a sketch: one control for each of its parameters.

const element = (tag, properties) => Object.assign(document.createElement(tag), properties);

/** What `web_params` of a program tells, a line for each parameter. */
export function readParams(text) {
  return text.split("\n").filter(Boolean).map((line) => {
    const [name, label, kind, min, max, step, initial, choices] = line.split("\t");
    return { name, label, kind, min: Number(min), max: Number(max), step: Number(step), default: Number(initial),
             choices: choices ? choices.split("|") : [] };
  });
}

/** The controls in a form. `set(name, value)` is called when somebody turns one. */
export class Knobs {
  constructor(form, params, set) {
    Object.assign(this, { form, params, set });
    const rows = this.turned().map((param) => this.row(param));
    const presses = params.filter((param) => param.kind === "button").map((param) => {
      const button = element("button", { id: `param-${param.name}`, type: "button", textContent: param.label });
      button.onclick = () => set(param.name, 1);
      return button;
    });
    const line = element("div", { className: "presses" });
    line.append(...presses);
    form.replaceChildren(...rows, ...(presses.length ? [line] : []));
    form.oninput = ({ target }) => {
      if (!target.name) return;
      this.showValue(target);
      set(target.name, this.value(target));
    };
    form.onsubmit = (event) => event.preventDefault();
    this.show(new Map());
  }

  /** The parameters that keep a value. */
  turned() {
    return this.params.filter((param) => param.kind !== "button");
  }

  row(param) {
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

  input(param) {
    return this.form.querySelector(`#param-${CSS.escape(param.name)}`);
  }

  value(input) {
    return input.type === "checkbox" ? Number(input.checked) : Number(input.value);
  }

  showValue(input) {
    const output = input.type === "range" && input.parentElement.querySelector("output");
    if (output) output.textContent = Number(Number(input.value).toPrecision(4));
  }

  /** Puts the controls, and only them, at these values by name, and the others where the sketch begins. */
  show(values) {
    for (const param of this.turned()) {
      const input = this.input(param), value = values.get(param.name) ?? param.default;
      if (param.kind === "toggle") input.checked = value !== 0;
      else input.value = value;
      this.showValue(input);
    }
  }

  /** Hands all values to the sketch. */
  apply() {
    for (const param of this.turned()) this.set(param.name, this.value(this.input(param)));
  }
}
