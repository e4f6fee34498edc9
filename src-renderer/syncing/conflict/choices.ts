import type { InputOf, OutputOf } from "../../../src-shared/bridge/index.ts";
import { blockYaml, hasControls, LONGEST_TITLE, readPart } from "../../../src-shared/language/index.ts";
import { contentOf } from "../../../src-shared/sync/index.ts";

export type DraftConflict = NonNullable<OutputOf<"sync.conflict.get">["conflict"]>;
export type Conflict = DraftConflict["conflicts"][number];

/** The chosen answer for a conflict; `text` is the author's input. */
export type Chosen = { readonly take: "mine" | "theirs" } | { readonly take: "value"; readonly text: string };
/** By the conflict's place in the list. */
export type Choices = Readonly<Record<number, Chosen>>;

/** Characters of a document's SHA-256 that identify it. */
const TELLING = 12;

/** A document by its content, in words; null: another kind of value. */
function documentText(value: unknown): string | null {
  const content = contentOf(value);
  return content === null ? null : `PDF, SHA-256 ${content.slice(0, TELLING)}…`;
}

/** A value in the author's notation: a text unchanged, a list of names by line, a document by its content. */
export function valueText(value: unknown): string {
  if (typeof value === "string") return documentText(value) ?? value;
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value.join("\n");
  return partText(value);
}

const partText = (value: unknown): string =>
  blockYaml(JSON.parse(JSON.stringify(value), (_key, inner) => documentText(inner) ?? inner)).trimEnd();

/**
 * Whether the author may enter another value: a text or a number, but not names, their order, documents and folders.
 */
export const isEditable = ({ kind, path }: Conflict): boolean =>
  kind === "changed" && path.length > 0 && path[1] !== "documents" && path[0] !== "folder_id";

/** The initial text for editing: the proposal. */
export const startText = (conflict: Conflict): string =>
  isText(conflict) ? String(proposed(conflict)) : partText(proposed(conflict));

const proposed = ({ mine, theirs }: Conflict): unknown => mine ?? theirs;
const isText = (conflict: Conflict): boolean => typeof proposed(conflict) === "string";

/** The side that the merge proposes. */
export const proposalOf = ({ mine }: Conflict): "mine" | "theirs" => (mine === undefined ? "theirs" : "mine");

/** The typed value; undefined: it cannot be parsed, or is of another kind than on either side. */
export function typedValue(conflict: Conflict, text: string): unknown {
  if (isText(conflict)) return text;
  const value = readPart(text);
  const kind = kindOf(value);
  return kind !== undefined && kindsOf(conflict).has(kind) ? value : undefined;
}

type Kind = "list" | "null" | "text" | "number" | "boolean" | "group";
const KINDS: Readonly<Record<string, Kind>> = { string: "text", number: "number", boolean: "boolean", object: "group" };
const kindOf = (value: unknown): Kind | undefined =>
  Array.isArray(value) ? "list" : value === null ? "null" : KINDS[typeof value];

/** The allowed kinds of a typed value: those of the two sides. */
export const kindsOf = ({ base, mine, theirs }: Conflict): ReadonlySet<Kind> =>
  new Set([base, mine, theirs].flatMap((side) => kindOf(side) ?? []));

/** The problem with a typed text; null: none. */
export function wrongIn(conflict: Conflict, text: string): "notReadable" | "longTitle" | "titleLines" | null {
  const value = typedValue(conflict, text);
  if (value === undefined) return "notReadable";
  if (conflict.path.join("/") !== "title") return null;
  if (text.length > LONGEST_TITLE) return "longTitle";
  return hasControls(text) ? "titleLines" : null;
}

/** Whether the current choice resolves a conflict. */
export const isSettled = (conflict: Conflict, chosen: Chosen | undefined): boolean =>
  chosen !== undefined && (chosen.take !== "value" || wrongIn(conflict, chosen.text) === null);

/** How to resolve a flow: part by part, or as a whole. */
export type AnyHow = InputOf<"sync.settle">["how"];
export type How = Extract<AnyHow, unknown[]>;

/** The request that resolves a draft's conflicts. */
export const settling = (conflicts: readonly Conflict[], choices: Choices): How =>
  conflicts.flatMap((conflict, at): How => {
    const chosen = choices[at];
    if (chosen === undefined || !isSettled(conflict, chosen)) return [];
    const { path, kind } = conflict;
    if (chosen.take !== "value") return [{ path, kind, take: chosen.take }];
    return [{ path, kind, take: chosen.take, value: typedValue(conflict, chosen.text) }];
  });
