/** Numbers that look random and are the same for the same seed. */
export type Dice = (sides: number) => number;

export function dice(seed: number): Dice {
  let state = seed >>> 0;
  return (sides) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}

interface Anchored {
  readonly name: string;
  readonly value: unknown;
}

/**
 * A value as YAML the way people write it: blocks, braces on one line and over several, quotes of all kinds, texts `|`
 * and `>`, explicit keys, anchors, aliases, merge keys, CR LF, and comments that are numbered, `#c1;`.
 */
export class Decorator {
  readonly #roll: Dice;
  readonly #unit: number;
  readonly #flatLists: boolean;
  readonly #anchors: Anchored[] = [];
  /** Some texts write some of their keys as `? key`. */
  readonly #explicit: Dice | null;
  #comments = 0;
  #names = 0;

  constructor(seed: number) {
    this.#roll = dice(seed);
    this.#unit = this.#roll(3) === 0 ? 4 : 2;
    this.#flatLists = this.#roll(3) === 0;
    this.#explicit = seed % 5 === 1 ? dice(seed + 1_000_003) : null;
  }

  text(value: Readonly<Record<string, unknown>>): string {
    const text = `${this.#comment()}\n${this.#members(value, 0)}\n`;
    return this.#roll(4) === 0 ? text.replaceAll("\n", "\r\n") : text;
  }

  #comment(): string {
    this.#comments += 1;
    return `#c${this.#comments};`;
  }

  #beside(): string {
    return this.#roll(3) === 0 ? ` ${this.#comment()}` : "";
  }

  #above(pad: string): string {
    return this.#roll(5) === 0 ? `${pad}${this.#comment()}\n` : "";
  }

  #members(map: object, column: number): string {
    const pad = " ".repeat(column);
    const base = this.#roll(2) === 0 ? this.#baseOf(map) : undefined;
    const own = Object.entries(map).filter(([key, value]) => base === undefined || !same(at(base.value, key), value));
    const lines = own.map(([key, value]) => {
      const explicit = this.#explicit !== null && this.#explicit(4) === 0;
      const head = explicit ? `? ${this.#key(key)}${this.#beside()}\n${pad}` : this.#key(key);
      return `${this.#above(pad)}${pad}${head}:${this.#below(value, column)}`;
    });
    if (base !== undefined) lines.splice(this.#roll(lines.length + 1), 0, `${pad}<<: *${base.name}${this.#beside()}`);
    return lines.join("\n");
  }

  /** An anchored map all of whose members this one has, some of them the same. */
  #baseOf(map: object): Anchored | undefined {
    return this.#anchors.find(
      ({ value }) =>
        isMap(value) &&
        Object.keys(value).every((key) => Object.hasOwn(map, key)) &&
        Object.entries(value).some(([key, member]) => same(at(map, key), member)),
    );
  }

  /** Behind a key's colon. */
  #below(value: unknown, column: number): string {
    const known = this.#anchors.find((anchor) => same(anchor.value, value));
    if (known !== undefined && this.#roll(2) === 0) return ` *${known.name}${this.#beside()}`;
    if (typeof value === "string") return this.#string(value, column);
    if (!isMap(value) && !Array.isArray(value)) return ` ${JSON.stringify(value)}${this.#beside()}`;
    const size = Object.keys(value).length;
    const block = size > 0 && this.#roll(5) < 3;
    const anchor = size > 0 && this.#roll(3) === 0 ? { name: `a${this.#names++}`, value } : null;
    const props = anchor === null ? "" : ` &${anchor.name}`;
    const text = block
      ? `${props}${this.#beside()}\n${this.#block(value, column)}`
      : `${props} ${this.#braces(value, column)}${this.#beside()}`;
    if (anchor !== null) this.#anchors.push(anchor);
    return text;
  }

  #block(value: object, column: number): string {
    if (!Array.isArray(value)) return this.#members(value, column + this.#unit);
    const dash = column + (this.#flatLists ? 0 : this.#unit);
    const pad = " ".repeat(dash);
    return value
      .map((item: unknown) => {
        const above = this.#above(pad);
        if (!isMap(item) || Object.keys(item).length === 0 || this.#roll(4) === 0)
          return `${above}${pad}- ${this.#flow(item, dash)}${this.#beside()}`;
        return `${above}${pad}- ${this.#members(item, dash + 2).replace(/^( *#c\d+;\n)* */, "")}`;
      })
      .join("\n");
  }

  #flow(value: unknown, column: number): string {
    const known = this.#anchors.find((anchor) => same(anchor.value, value));
    if (known !== undefined && this.#roll(3) === 0) return `*${known.name} `;
    if (typeof value === "string") return this.#quoted(value);
    if (!isMap(value) && !Array.isArray(value)) return JSON.stringify(value);
    return this.#braces(value, column);
  }

  #braces(value: object, column: number): string {
    const [open, close] = Array.isArray(value) ? "[]" : "{}";
    const parts = Array.isArray(value)
      ? value.map((item) => this.#flow(item, column + 2))
      : Object.entries(value).map(([key, member]) => `${this.#key(key)}: ${this.#flow(member, column + 2)}`);
    if (this.#roll(3) > 0 || parts.length === 0) return `${open}${parts.join(", ")}${close}`;
    const pad = " ".repeat(column + 2);
    const trailing = this.#roll(2) === 0 ? "," : "";
    const lines = parts.map((part, n) => `${pad}${part}${n < parts.length - 1 ? "," : trailing}${this.#beside()}`);
    return `${open}${this.#beside()}\n${lines.join("\n")}\n${" ".repeat(column + 1)}${close}`;
  }

  #key(key: string): string {
    return /^[a-z][\w-]*$/.test(key) && key !== "no" ? key : JSON.stringify(key);
  }

  #quoted(value: string): string {
    const style = this.#roll(3);
    if (style === 0 && /^[a-z][\w@./-]*$/i.test(value) && value !== "no") return value;
    return style === 1 && !value.includes("\n") ? `'${value.replaceAll("'", "''")}'` : JSON.stringify(value);
  }

  #string(value: string, column: number): string {
    const style = this.#roll(4);
    if (style > 1 || !/^\w/.test(value) || /\s$|\n\n/.test(value)) return ` ${this.#quoted(value)}${this.#beside()}`;
    const pad = " ".repeat(column + this.#unit);
    const lines = style === 0 ? value.split("\n") : value.replaceAll("\n", "\n\n").replace(" ", "\n").split("\n");
    return ` ${style === 0 ? "|-" : ">-"}${this.#beside()}\n${lines.map((line) => (line === "" ? "" : pad + line)).join("\n")}`;
  }
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function at(map: unknown, key: string): unknown {
  return isMap(map) && Object.hasOwn(map, key) ? map[key] : undefined;
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
