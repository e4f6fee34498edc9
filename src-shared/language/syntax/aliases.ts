import { limits, msg, short, type TextRange, type Translatable } from "../../basics/index.ts";
import type { Problem } from "./problems.ts";
import { adopt, type Node, type UnknownNode, unplaced } from "./tree.ts";

interface Anchor {
  readonly node: Node;
  readonly nodes: number;
  readonly bytes: number;
}

/**
 * Expands aliases within a budget for the whole text [S007]. The size of an anchor's value is known before it is
 * copied, so a bomb costs nothing.
 */
export class Aliases {
  readonly #anchors = new Map<string, Anchor>();
  readonly #open = new Set<string>();
  /** Problems reported so far: one for each endless value, and one for everything over the budget. */
  readonly #refused = new Set<string>();
  #nodes = 0;
  #bytes = 0;

  /** The anchor's value is being read: an alias to it from inside would never end. */
  open(name: string): void {
    this.#open.add(name);
  }

  define(name: string, node: Node): void {
    this.#open.delete(name);
    const size = measure(node);
    this.#anchors.set(name, { node, ...size });
  }

  expand(name: string, range: TextRange): { readonly node: Node; readonly problem: Problem | null } {
    const unknown: UnknownNode = { ...unplaced(range), kind: "unknown", shared: "alias" };
    const refuse = (rule: string, message: Translatable, once: string | null = null) => {
      const known = once !== null && this.#refused.has(once);
      if (once !== null) this.#refused.add(once);
      return {
        node: unknown,
        problem: known ? null : ({ rule, message, node: null, range } as const),
      };
    };
    if (this.#open.has(name)) {
      return refuse(
        "S007",
        msg`\`*${short(name)}\` stands inside the value it names and would never end: write the value out.`,
        `*${name}`,
      );
    }
    const anchor = this.#anchors.get(name);
    if (anchor === undefined) {
      return refuse(
        "S001",
        msg`\`*${short(name)}\` names no anchor above it: add \`&${short(name)}\` to a value above, or quote the text.`,
      );
    }
    if (this.#nodes + anchor.nodes > limits.expandedNodes || this.#bytes + anchor.bytes > limits.expandedBytes) {
      return refuse(
        "S007",
        msg`Aliases expand past 1 MiB or ${limits.expandedNodes} values, from \`*${short(name)}\` on they are not expanded: write the values out.`,
        "budget",
      );
    }
    this.#nodes += anchor.nodes;
    this.#bytes += anchor.bytes;
    return { node: copy(anchor.node, range), problem: null };
  }
}

function measure(node: Node): { nodes: number; bytes: number } {
  switch (node.kind) {
    case "scalar":
      return { nodes: 1, bytes: node.source.length };
    case "unknown":
      return { nodes: 1, bytes: 0 };
    case "list":
    case "map": {
      let nodes = 1;
      let bytes = 0;
      for (const [key, value] of node.kind === "map" ? node.entries : node.items.entries()) {
        const size = measure(value);
        nodes += size.nodes;
        bytes += size.bytes + (typeof key === "string" ? key.length : 0);
      }
      return { nodes, bytes };
    }
  }
}

/** A copy that stands where the alias stands. */
function copy(node: Node, range: TextRange): Node {
  const placed = { ...unplaced(range), shared: "alias" as const };
  if (node.kind === "list") {
    const list = { ...node, ...placed, items: node.items.map((item) => copy(item, range)) };
    for (const [at, item] of list.items.entries()) adopt(item, list, at, null);
    return list;
  }
  if (node.kind === "map") {
    const map = { ...node, ...placed, entries: new Map<string, Node>() };
    for (const [key, value] of node.entries) map.entries.set(key, copy(value, range));
    for (const [key, value] of map.entries) adopt(value, map, key, range);
    return map;
  }
  return { ...node, ...placed };
}
