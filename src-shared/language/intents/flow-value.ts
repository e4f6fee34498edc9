import { msg, short, type Translatable } from "../../basics/index.ts";
import { isObject, type Path, valueAt, withValue } from "../edit/compare.ts";
import { wrongName } from "../rules/names.ts";
import { type FlowObject, ImpossibleIntent } from "./intent.ts";

/** A flow as plain JSON, with what every intent asks of it. */
export class FlowValue {
  readonly value: unknown;
  readonly #process: Path;

  constructor(value: unknown) {
    this.value = value;
    const bare = isObject(value) && (Object.hasOwn(value, "dsl-version") || Object.hasOwn(value, "stages"));
    this.#process = bare ? [] : ["process"];
  }

  get(path: Path): unknown {
    return valueAt(this.value, path);
  }

  /** With one place set, or removed where `value` is undefined. */
  with(path: Path, value: unknown): FlowValue {
    return new FlowValue(withValue(this.value, path, value));
  }

  process(...below: Path): Path {
    return [...this.#process, ...below];
  }

  /** @throws ImpossibleIntent of a bare process, which has only its process. */
  beside(...below: Path): Path {
    if (this.#process.length > 0) return below;
    throw new ImpossibleIntent(
      msg`This file is a bare process and has no \`${String(below[0])}\`: put the process under a key \`process\` first.`,
    );
  }

  /** Under a key `process`. @throws ImpossibleIntent of what is a draft already. */
  wrapped(): FlowValue {
    if (this.#process.length === 0) return new FlowValue(withValue(undefined, ["process"], this.value));
    throw new ImpossibleIntent(msg`This file is a draft already: its process stands under a key \`process\`.`);
  }

  /** The items of a list; none where the list is missing. @throws ImpossibleIntent where something else stands there. */
  list(path: Path): readonly unknown[] {
    const found = this.get(path) ?? [];
    if (Array.isArray(found)) return found;
    throw new ImpossibleIntent(msg`\`${path.join("/")}\` is no list: correct it in the text first.`);
  }

  /** The path of a stage's value. @throws ImpossibleIntent where no readable stage stands there. */
  stage(at: number): Path {
    const stages = this.process("stages");
    const item = this.list(stages)[at];
    const [name, more] = isObject(item) ? Object.keys(item) : [];
    if (item === undefined)
      throw new ImpossibleIntent(msg`There is no stage ${at + 1}: it may have been removed meanwhile.`);
    if (name === undefined || more !== undefined)
      throw new ImpossibleIntent(msg`Stage ${at + 1} is not readable: correct it in the text first.`);
    return [...stages, at, name];
  }

  stageNames(): readonly string[] {
    return this.list(this.process("stages")).flatMap((item) => (isObject(item) ? Object.keys(item).slice(0, 1) : []));
  }

  /** A map of names; empty where it is missing. */
  names(path: Path): FlowObject {
    const found = this.get(path) ?? {};
    if (isObject(found)) return found;
    throw new ImpossibleIntent(msg`\`${path.join("/")}\` is no map of names: correct it in the text first.`);
  }
}

/** The texts of a list; anything else is left to the diagnostics. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}

/** @throws ImpossibleIntent where an index lies outside 0..last. */
export function within(at: number, last: number, what: Translatable): number {
  if (Number.isInteger(at) && at >= 0 && at <= last) return at;
  throw new ImpossibleIntent(msg`There is no ${what} ${at + 1}: it may have been removed meanwhile.`);
}

/** A name for something new. @throws ImpossibleIntent where it is no name [N004], or taken. */
export function free(name: string, names: readonly string[], what: Translatable): string {
  const wrong = wrongName(name);
  if (wrong !== null) throw new ImpossibleIntent(msg`The new name ${wrong}: choose another.`);
  if (!names.includes(name)) return name;
  throw new ImpossibleIntent(msg`There is a ${what} \`${short(name)}\` already: choose another name.`);
}
