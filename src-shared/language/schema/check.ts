import { msg, nearest, sentence, short, type Translatable } from "../../basics/index.ts";
import { fixOf, likewise, mostReported, type Problem, type ProposedFix, replacing } from "../syntax/problems.ts";
import { headRange, isContainer, type MapNode, type Node, type ScalarNode } from "../syntax/tree.ts";
import type { Field, ObjectShape, Shape } from "./shapes.ts";

/** List items in which a shape found nothing wrong: while they stay as they are, it need not look again. */
export type SoundItems = WeakMap<Node, Shape>;

/** Checks a tree against a shape: S003 to S006, and N002 for objects that must have exactly one key. */
export function checkShape(root: Node, shape: Shape, sound?: SoundItems): readonly Problem[] {
  const checker = new Checker(sound);
  if (root.kind === "scalar" && root.value === null) checker.emptyFile(root);
  else checker.check(root, shape, false);
  return checker.problems;
}

class Checker {
  readonly problems: Problem[] = [];
  readonly #sound: SoundItems | undefined;
  /** Keys, so far. */
  #unknown = 0;

  constructor(sound?: SoundItems) {
    this.#sound = sound;
  }

  check(node: Node, shape: Shape, nullable: boolean): void {
    if (node.kind === "unknown" || (nullable && node.kind === "scalar" && node.value === null)) return;
    switch (shape.kind) {
      case "text":
        this.#text(node, shape);
        break;
      case "boolean":
        this.#scalar(node, wantedWords.boolean, (value) => typeof value === "boolean");
        break;
      case "integer":
        this.#scalar(node, wantedWords.integer, Number.isInteger);
        break;
      case "constant":
        this.#scalar(node, msg`\`${shape.value}\``, (value) => value === shape.value);
        break;
      case "list":
        this.#list(node, shape);
        break;
      case "record":
        this.#record(node, shape);
        break;
      case "object":
        this.#object(node, shape);
        break;
      case "single":
        this.#single(node, shape);
        break;
      case "either":
        this.#either(node, shape);
        break;
      case "checkedByRule":
        break;
    }
  }

  #scalar(node: Node, wanted: Translatable, accepts: (value: unknown) => boolean): void {
    if (node.kind !== "scalar" || !accepts(node.value)) this.#wrongType(node, wanted);
  }

  #record(node: Node, shape: Extract<Shape, { kind: "record" }>): void {
    if (node.kind !== "map") this.#wrongType(node, msg`a map of names`);
    else for (const value of node.entries.values()) this.check(value, shape.value, false);
  }

  emptyFile(root: Node): void {
    const empty =
      root.kind === "scalar" && root.source !== "" ? msg`The file says nothing but null` : msg`The file is empty`;
    const message = msg`${empty}: write \`process:\` and below it \`dsl-version\` and \`stages\`.`;
    this.problems.push({ rule: "S005", message, node: root, member: "process", range: root.range });
  }

  #text(node: Node, shape: Extract<Shape, { kind: "text" }>): void {
    if (node.kind !== "scalar" || typeof node.value !== "string") {
      this.#wrongType(node, wantedWords.text);
    } else if (shape.nonEmpty && node.value.trim() === "") {
      this.#report("S004", node, msg`${nameOf(node)} is empty: write a text.`);
    } else if (shape.oneOf !== undefined && !shape.oneOf.includes(node.value)) {
      const meant = nearest(node.value, shape.oneOf);
      const fix = meant === null ? null : replacing(msg`Write \`${meant}\``, node, likewise(node, meant));
      const message = msg`${nameOf(node)} is \`${short(node.value)}\`: it must be ${choices(shape.oneOf)}.`;
      this.#report("S004", node, message, fix);
    }
  }

  #list(node: Node, shape: Extract<Shape, { kind: "list" }>): void {
    if (node.kind !== "list") {
      this.#wrongType(node, msg`a list`);
      return;
    }
    if (shape.nonEmpty && node.items.length === 0) {
      this.#report("S006", node, msg`${nameOf(node)} is empty: it needs at least one item.`);
    }
    for (const item of node.items) this.#item(item, shape.item);
  }

  #item(item: Node, shape: Shape): void {
    // Texts are as quickly looked at as looked up.
    const sound = shape.kind === "single" && shape.what === "stage" ? this.#sound : undefined;
    if (sound?.get(item) === shape) return;
    const before = this.problems.length;
    this.check(item, shape, false);
    if (this.problems.length === before) sound?.set(item, shape);
  }

  #object(node: Node, shape: ObjectShape): void {
    if (node.kind !== "map") {
      this.#wrongType(node, msg`a map of keys`);
      return;
    }
    for (const [key, value] of node.entries) {
      const field = ownField(shape.fields, key);
      if (field !== undefined) this.check(value, field.shape, field.nullable === true);
      else if (!shape.open) this.#unknownKey(node, key, value, shape);
    }
    for (const key of shape.required) {
      const field = shape.fields[key];
      if (field !== undefined && !node.entries.has(key)) this.#missing(node, key, field);
    }
  }

  #missing(node: MapNode, key: string, field: Field): void {
    const message = msg`${nameOf(node)} lacks \`${key}\`: add it. ${sentence(field.doc)}`;
    this.problems.push({ rule: "S005", message, node, member: key, range: headRange(node) });
  }

  #unknownKey(node: MapNode, key: string, value: Node, shape: Pick<ObjectShape, "fields" | "notes">): void {
    const note = shape.notes !== undefined && Object.hasOwn(shape.notes, key) ? shape.notes[key] : undefined;
    const free = Object.keys(shape.fields).filter((known) => !node.entries.has(known));
    this.#unknown += 1;
    // Nobody reads so many.
    const meant = note === undefined && this.#unknown <= mostReported ? nearest(key, free) : null;
    const range = value.keyRange;
    const insert = isQuoted(value) ? JSON.stringify(meant) : (meant ?? "");
    const edits = meant === null || range === null || value.shared ? null : [{ range, insert }];
    const hint =
      meant === null
        ? msg`remove it, or use ${choices(free.length > 0 ? free : Object.keys(shape.fields))}.`
        : msg`did you mean \`${meant}\`?`;
    const message = note === undefined ? msg`${nameOf(node)} takes no key \`${short(key)}\`: ${hint}` : sentence(note);
    const fix = fixOf(msg`Rename to \`${meant ?? ""}\``, edits);
    this.problems.push({ rule: "S003", message, node: value, ...(range && { range }), fix });
  }

  #single(node: Node, shape: Extract<Shape, { kind: "single" }>): void {
    if (node.kind === "unknown") return;
    if (node.kind !== "map" || node.entries.size !== 1) {
      this.#report("N002", node, notSingle(node, shape.what), null);
      return;
    }
    for (const [key, value] of node.entries) {
      if (isShape(shape.value)) this.check(value, shape.value, false);
      else {
        const field = ownField(shape.value, key);
        if (field !== undefined) this.check(value, field.shape, false);
        else this.#unknownKey(node, key, value, { fields: shape.value });
      }
    }
  }

  #either(node: Node, shape: Extract<Shape, { kind: "either" }>): void {
    const chosen = node.kind === "map" ? shape.object : node.kind === "list" ? shape.list : shape.text;
    const wanted =
      shape.text.kind === "checkedByRule"
        ? msg`a map or a list of maps`
        : shape.object.kind === "checkedByRule"
          ? msg`a text or a list of texts`
          : msg`a text or a map with \`message\``;
    if (chosen.kind === "checkedByRule") this.#wrongType(node, wanted);
    else this.check(node, chosen, false);
  }

  #wrongType(node: Node, wanted: Translatable): void {
    const found = node.kind === "scalar" ? scalarWords(node) : node.kind === "list" ? msg`a list` : msg`a map`;
    const fix = node.kind === "scalar" ? typeFix(node, wanted) : null;
    const wrong = msg`${nameOf(node)} must be ${wanted}, not ${found}`;
    this.#report("S004", node, fix === null ? msg`${wrong}.` : msg`${wrong}. ${fix.title}.`, fix);
  }

  #report(rule: string, node: Node, message: Translatable, fix: ProposedFix | null = null): void {
    const block = isContainer(node) && !node.flow;
    const range = block || node.range.from === node.range.to ? headRange(node) : node.range;
    this.problems.push({ rule, message, node, range, fix });
  }
}

export function isShape(value: Shape | { readonly [key: string]: Field }): value is Shape {
  return typeof value.kind === "string";
}

/** The field of a key, if the key is one of the shape's own: `constructor` is not. */
export function ownField(fields: { readonly [key: string]: Field }, key: string): Field | undefined {
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}

/** The commonest slip is to write a stage's keys beside its name instead of below it; it has its own message. */
function notSingle(node: Node, what: string): Translatable {
  const action = what === "action";
  const rule = action
    ? msg`An action is a map with exactly one key, its kind`
    : msg`A stage is a map with exactly one key, its name`;
  const line = action ? "- notify:" : "- name:";
  if (node.kind !== "map") return msg`${rule}: write \`${line}\` and indent the rest below it.`;
  if (node.entries.size === 0) return msg`${rule}: this one is empty, fill or remove it.`;
  const keys = [...node.entries.keys()].slice(0, 4).map((key) => `\`${short(key)}\``);
  const [first = "", ...rest] = keys;
  return msg`${rule}, and here are ${node.entries.size} (${keys.join(", ")}): indent ${rest.join(", ")} below ${first}, or begin a new item with \`-\`.`;
}

/** Types that a fix may give to what was written. */
const wantedWords = { boolean: msg`true or false`, integer: msg`a whole number`, text: msg`a text` };

/** What the text says, in words: `no` is a trap that older YAML set. */
function scalarWords(node: ScalarNode): Translatable {
  if (node.value === null) return msg`empty (null)`;
  if (typeof node.value === "boolean") return msg`the truth value \`${String(node.value)}\``;
  if (typeof node.value === "number") return msg`the number \`${short(node.source)}\``;
  return msg`the text \`${short(node.value)}\``;
}

/** What older YAML, and authors, take for a truth value. */
const truths = { true: ["yes", "on", "y", "true"], false: ["no", "off", "n", "false"] } as const;

function typeFix(node: ScalarNode, wanted: Translatable): ProposedFix | null {
  if (wanted === wantedWords.boolean) {
    const word = String(node.value).toLowerCase();
    const truth = (["true", "false"] as const).find((value) => truths[value].some((known) => known === word));
    return truth === undefined ? null : replacing(msg`Write \`${truth}\``, node, truth);
  }
  if (wanted === wantedWords.text && node.style === "plain" && node.value !== null) {
    return replacing(msg`Quote it as \`"${short(node.source)}"\``, node, JSON.stringify(node.source));
  }
  if (wanted === wantedWords.integer && typeof node.value === "string" && /^\d{1,15}$/.test(node.value)) {
    return replacing(msg`Write \`${Number(node.value)}\` without quotes`, node, String(Number(node.value)));
  }
  return null;
}

/** A key is in quotes where its place is longer than its name. */
function isQuoted({ key, keyRange }: Node): boolean {
  return keyRange !== null && keyRange.to - keyRange.from === String(key).length + 2;
}

/** How messages call a node: by its key, else by its place in the list that holds it. */
export function nameOf(node: Node): Translatable {
  if (node.key === null) return msg`The file`;
  if (typeof node.key === "string") return msg`\`${short(node.key)}\``;
  const owner = node.parent?.key;
  if (typeof owner !== "string") return msg`Item ${node.key + 1}`;
  return msg`Item ${node.key + 1} of \`${short(owner)}\``;
}

export function choices(values: readonly string[]): Translatable {
  const quoted = values.map((value) => `\`${value}\``);
  const [last = ""] = quoted.slice(-1);
  return quoted.length < 2 ? msg`${last}` : msg`${quoted.slice(0, -1).join(", ")} or ${last}`;
}
