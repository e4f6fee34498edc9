import { msg, short } from "../../basics/index.ts";
import { type Opening, unclosed } from "./explain.ts";
import type { Problem } from "./problems.ts";
import { addMember, emptyNode, syntaxError } from "./reader.ts";
import { childrenOf, type ListNode, type MapNode, type Node, type ScalarNode, unplaced } from "./tree.ts";

/** A text, number or word of JSON, with what the reader sees behind it. */
export interface Token {
  readonly node: ScalarNode;
  /** A colon follows. */
  readonly isKey: boolean;
  /** A plain word at whose end YAML would read on: what follows may be part of it. */
  readonly mayGoOn: boolean;
}

type Closer = "}" | "]";

/** Evidence that the braces before it are closed, where they do not match. */
const rootKeys: ReadonlySet<string> = new Set(["process", "process_parameters", "process_settings"]);

interface Frame {
  readonly node: MapNode | ListNode;
  readonly opening: Opening;
  /** Of the line that it is opened in. */
  readonly indent: number;
  /** Column of the first thing inside, if that begins a line; else null, and columns tell nothing. */
  inner: number | null;
  /** What may come next. */
  wants: "item" | "colon" | "value" | "comma";
  /** The member's key, from when it is read until its value is. */
  key: Token | null;
  /** An error just before was recovered: do not report a missing comma. */
  recovered: boolean;
  /** The last word may go on, if this is YAML. */
  mayGoOn: boolean;
}

/**
 * The brackets and braces that are open while broken JSON is read, and what goes into them. `guess`: brackets do not
 * match, so a line that stands further left, and a key in a list, end what is still open.
 */
export class Frames {
  readonly errors: Problem[] = [];
  readonly duplicates: Problem[] = [];
  /** So many of the errors are errors in YAML too. */
  sure = 0;
  /** YAML may read what stands above in another way: nothing below is sure. */
  #doubted = false;
  mismatched = false;
  readonly #stack: Frame[] = [];
  readonly #text: string;
  readonly #guess: boolean;
  #closedRoot: Frame | null = null;

  constructor(text: string, guess: boolean) {
    this.#text = text;
    this.#guess = guess;
  }

  get depth(): number {
    return this.#stack.length;
  }

  get wantsKey(): boolean {
    const top = this.#stack.at(-1);
    return top?.node.kind === "map" && (top.wants === "item" || top.wants === "comma");
  }

  slip(problem: Problem, from: number, sure = true): void {
    if (!sure) this.#doubted = true;
    if (!this.#doubted) this.sure += 1;
    // One slip is reported once, and what follows from it right behind is not reported at all.
    if (this.errors.at(-1)?.range?.from !== from) this.errors.push(problem);
    const top = this.#stack.at(-1);
    if (top) top.recovered = true;
  }

  open(sign: "{" | "[", from: number, indent: number, column: number | null): Node {
    this.#leave(column, null);
    if (sign === "{") this.#leaveForItem();
    const placed = { ...unplaced({ from, to: from + 1 }), flow: true };
    const node: MapNode | ListNode =
      sign === "{" ? { ...placed, kind: "map", entries: new Map() } : { ...placed, kind: "list", items: [] };
    this.#put(node, false, column);
    const opening = { from, sign, missing: sign === "{" ? "}" : "]" };
    this.#stack.push({
      node,
      opening,
      indent,
      inner: null,
      wants: "item",
      key: null,
      recovered: false,
      mayGoOn: false,
    });
    return node;
  }

  scalar(token: Token, column: number | null): void {
    this.#leave(column, null);
    if (token.isKey && this.#guess) {
      while (this.#isList(this.#stack.at(-1)) && this.#stack.length > 1) this.#drop();
      if (this.#isOfRoot(token)) while (this.#stack.length > 1) this.#drop();
    }
    const top = this.#stack.at(-1);
    if (top === undefined) {
      this.#behind(token.node.range.from);
      return;
    }
    this.#enter(top, column);
    if (top.node.kind === "list") {
      this.#put(token.node, token.mayGoOn, column);
      return;
    }
    if (top.wants === "value" && token.isKey) this.#valueless(top);
    if (top.wants === "colon" && token.isKey) this.#valueless(top);
    if (top.wants === "comma") this.#missingComma(top, token.node.range.from, token.isKey);
    if (top.wants !== "item") {
      this.#put(token.node, token.mayGoOn, column);
      return;
    }
    top.key = token;
    top.wants = "colon";
  }

  colon(from: number): void {
    const top = this.#stack.at(-1);
    if (top === undefined) {
      this.#behind(from);
      return;
    }
    if (top.wants === "colon") top.wants = "value";
    // In YAML an item of a list may be a pair.
    else if (top.node.kind === "list" && top.wants === "comma" && !this.#guess) top.wants = "value";
    else {
      // YAML takes an empty key, and texts that begin with a colon.
      const message = msg`This colon has no key before it: write the key, in quotes, or remove the colon.`;
      this.slip(this.#at(from, message), from, false);
    }
  }

  comma(from: number): void {
    const top = this.#stack.at(-1);
    if (top === undefined) {
      this.#reopen(from);
      return;
    }
    if (top.wants === "item") {
      if (!top.recovered)
        this.slip(this.#at(from, msg`This comma has nothing before it: remove it, or write what is missing.`), from);
    } else if (top.key !== null) this.#fill(top);
    top.wants = "item";
    top.recovered = false;
  }

  close(sign: Closer, from: number, column: number | null): void {
    this.#leave(column, sign);
    const top = this.#stack.at(-1);
    const inside = this.#guess && column !== null && top !== undefined && isIndented(top) && column > top.indent;
    if (top?.opening.missing === sign && !inside) {
      this.#pop(from + 1);
      return;
    }
    this.mismatched = true;
    const inner = this.#stack.findLastIndex(({ opening }) => opening.missing === sign);
    if (inner < 0 || inside) {
      this.slip(this.#at(from, msg`This \`${sign}\` closes nothing: remove it.`), from);
      return;
    }
    while (this.#stack.length > inner + 1) this.#drop();
    this.#pop(from + 1);
  }

  /** The text has ended. Of several that are still open the innermost is reported: its closing bracket comes first. */
  end(): void {
    const open = this.#stack.at(-1);
    if (open === undefined) return;
    this.mismatched = true;
    if (!this.#doubted) this.sure += 1;
    if (this.errors.length === 0) this.slip(unclosed(open.opening), open.opening.from);
    while (this.#stack.length > 0) this.#pop(this.#text.length);
  }

  /** Leaves what a line that begins in this column cannot be in. */
  #leave(column: number | null, sign: Closer | null): void {
    if (!this.#guess || column === null) return;
    for (let top = this.#stack.at(-1); top && this.#stack.length > 1; top = this.#stack.at(-1)) {
      if (!isIndented(top) || column > top.indent) return;
      if (column === top.indent && sign === top.opening.missing) return;
      this.#drop();
    }
  }

  /** A map where a key belongs is the next item of the list around: what is open in between was not closed. */
  #leaveForItem(): void {
    const top = this.#stack.at(-1);
    if (!this.#guess || top?.node.kind !== "map" || top.wants !== "item") return;
    const list = this.#stack.findLastIndex((frame) => this.#isList(frame));
    if (list < 0) return;
    while (this.#stack.length > list + 1) this.#drop();
  }

  /** Whether a key belongs to the flow file's root and nowhere else, and is not there yet. */
  #isOfRoot({ node }: Token): boolean {
    const root = this.#stack[0]?.node;
    return root?.kind === "map" && rootKeys.has(String(node.value)) && !root.entries.has(String(node.value));
  }

  /** Notes where the first thing inside stands. */
  #enter(top: Frame, column: number | null): void {
    if (childrenOf(top.node).length === 0 && top.key === null) top.inner = column;
  }

  /** Leaves the innermost, which nobody has closed. */
  #drop(): void {
    const top = this.#stack.at(-1);
    if (top === undefined) return;
    this.slip(unclosed(top.opening), top.opening.from);
    this.#pop(this.#endOf(top.node));
    const next = this.#stack.at(-1);
    if (next) next.recovered = true;
  }

  #endOf(node: MapNode | ListNode): number {
    return childrenOf(node).reduce((end, { range }) => Math.max(end, range.to), node.range.from + 1);
  }

  #pop(to: number): void {
    const top = this.#stack.pop();
    if (top === undefined) return;
    if (top.key !== null) this.#fill(top);
    top.node.range.to = to;
    if (this.#stack.length === 0) this.#closedRoot = top;
  }

  #isList(frame: Frame | undefined): boolean {
    return frame?.node.kind === "list";
  }

  #put(node: Node, mayGoOn: boolean, column: number | null): void {
    const top = this.#stack.at(-1);
    if (top === undefined) {
      if (this.#closedRoot !== null) this.#behind(node.range.from);
      return;
    }
    this.#enter(top, column);
    if (top.wants === "comma") this.#missingComma(top, node.range.from, false);
    if (top.node.kind === "list") {
      node.parent = top.node;
      node.key = top.node.items.length;
      if (top.wants === "value") top.node.items.pop();
      top.node.items.push(node);
    } else if (top.key !== null) {
      if (top.wants === "colon") {
        const message = msg`A colon is missing here: write \`:\` between the key and its value.`;
        this.slip(this.#at(node.range.from, message), node.range.from);
      }
      this.#add(top, top.key, node);
    } else {
      const message = msg`A key is missing here: write one in quotes, and a colon behind it.`;
      if (!top.recovered) this.slip(this.#at(node.range.from, message), node.range.from);
    }
    top.key = null;
    top.wants = "comma";
    top.recovered = false;
    top.mayGoOn = mayGoOn;
  }

  #add(top: Frame, key: Token, node: Node): void {
    if (top.node.kind !== "map") return;
    node.keyRange = key.node.range;
    const problem = addMember(top.node, String(key.node.value), node);
    if (problem !== null) this.duplicates.push(problem);
  }

  /** YAML reads a key without a value as null. */
  #fill(top: Frame): void {
    const { key } = top;
    top.key = null;
    if (key === null) return;
    this.#add(top, key, emptyNode(key.node.range.to));
  }

  #valueless(top: Frame): void {
    const { key } = top;
    if (key === null) return;
    const message = msg`The key \`${short(String(key.node.value))}\` has no value: write one behind it.`;
    if (!top.recovered) this.slip(syntaxError(message, key.node.range), key.node.range.from, !key.mayGoOn);
    this.#fill(top);
    top.wants = "item";
  }

  #missingComma(top: Frame, from: number, isKey: boolean): void {
    top.wants = "item";
    if (top.recovered) return;
    const message = msg`A comma is missing before this: add \`,\` behind what stands above.`;
    this.slip(this.#at(from, message), from, isKey || !top.mayGoOn);
  }

  /** The root is closed, and the text goes on: its last bracket was one too many if a comma follows. */
  #reopen(from: number): void {
    const root = this.#closedRoot;
    if (root === null) return;
    const close = root.node.range.to - 1;
    const message = msg`This \`${root.opening.missing}\` closes the whole flow, and more follows: remove it.`;
    this.mismatched = true;
    this.slip(this.#at(close, message), close);
    this.#stack.push(root);
    root.wants = "item";
    root.node.range.to = from;
  }

  #behind(from: number): void {
    this.slip(this.#at(from, msg`The flow ends before this: remove what follows, or move it inside the braces.`), from);
  }

  #at(from: number, message: Problem["message"]): Problem {
    return syntaxError(message, { from, to: from + 1 });
  }
}

/** Whether what is inside stands deeper than the line of its opening: then columns tell what belongs where. */
function isIndented({ inner, indent }: Frame): boolean {
  return inner !== null && inner > indent;
}
