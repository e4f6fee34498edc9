import type { NotificationMethod } from "../../flow/index.ts";
import type { EndStatus } from "../graph/endings.ts";
import { everythingAsked, type Names } from "./names.ts";

/** Something that a run can show, as expectations and scenarios name it (docs/expectations.md). */
export type Happening =
  | { readonly kind: "act"; readonly who: string; readonly does: "signs" | "approves"; readonly document: string }
  /** `document` null: the whole flow. */
  | { readonly kind: "rejects"; readonly who: string; readonly document: string | null }
  /** May see it on their page [G16]. */
  | { readonly kind: "sees"; readonly who: string; readonly document: string }
  /** Is sent a message that a stage sends, to an address that they have. */
  | { readonly kind: "gets-message"; readonly who: string; readonly method: NotificationMethod }
  /** Is sent a confirmation that carries the sealed document. */
  | { readonly kind: "gets-copy"; readonly who: string; readonly document: string }
  | { readonly kind: "begins"; readonly stage: string }
  | { readonly kind: "ends"; readonly status: EndStatus };

/** An act, or a message that somebody gets. */
export type Deed = Extract<Happening, { readonly who: string }>;

/** Verbs in the present and in the past: both mean the same. */
const VERBS = [
  ["signs", "signed"],
  ["approves", "approved"],
  ["rejects", "rejected"],
  ["sees", "saw"],
  ["gets", "got"],
] as const;
type Verb = (typeof VERBS)[number][0];

const ENDS: Readonly<Record<string, EndStatus>> = {
  completed: "completed",
  failed: "failed",
  canceled: "canceled",
  "timed out": "timed_out",
};
const METHODS = ["email", "sms"] as const;
const FLOW = "the flow";

/** The part of the words that names no happening, and what could replace it. */
export interface Unknown {
  readonly part: "words" | "participant" | "verb" | "document" | "stage";
  readonly found: string;
  readonly known: readonly string[];
}

/**
 * Reads `borrower signs loan`, `borrower rejects the flow`, `lender gets email`, `stage lender begins`, `completed` and
 * the like. Names may hold spaces; the longest name that fits wins.
 */
export function readHappening(text: string, names: Names): Happening | Unknown {
  const words = text.trim().replaceAll(/\s+/g, " ");
  const status = Object.hasOwn(ENDS, words) ? ENDS[words] : undefined;
  if (status !== undefined) return { kind: "ends", status };
  const stage = /^stage (.+) (?:begins|began)$/.exec(words)?.[1];
  if (stage !== undefined) return known(stage, names.stages, "stage", (found) => ({ kind: "begins", stage: found }));
  return readDeed(words, names);
}

function readDeed(words: string, names: Names): Happening | Unknown {
  const who = longest(names.participants.filter((name) => words.startsWith(`${name} `)));
  if (who === undefined) {
    const verb = verbIn(words);
    if (verb === null) return { part: "words", found: words, known: [] };
    return { part: "participant", found: words.slice(0, verb.at).trim(), known: names.participants };
  }
  const [spelled = "", ...more] = words.slice(who.length + 1).split(" ");
  const verb = VERBS.find((forms) => forms.some((form) => form === spelled))?.[0];
  if (verb === undefined) return { part: "verb", found: spelled, known: VERBS.map(([present]) => present) };
  return readObject(who, verb, more.join(" "), names.documents);
}

function readObject(who: string, verb: Verb, what: string, documents: readonly string[]): Happening | Unknown {
  if (verb === "rejects" && (what === FLOW || what === "")) return { kind: "rejects", who, document: null };
  const method = METHODS.find((name) => name === what);
  if (verb === "gets" && method !== undefined) return { kind: "gets-message", who, method };
  return known(what, verb === "gets" ? [...documents, ...METHODS] : documents, "document", (document): Happening => {
    if (verb === "signs" || verb === "approves") return { kind: "act", who, does: verb, document };
    if (verb === "gets") return { kind: "gets-copy", who, document };
    return { kind: verb, who, document };
  });
}

function known(
  found: string,
  names: readonly string[],
  part: Unknown["part"],
  then: (name: string) => Happening,
): Happening | Unknown {
  return names.includes(found) ? then(found) : { part, found, known: names };
}

function verbIn(words: string): { readonly at: number } | null {
  const at = VERBS.flat()
    .map((form) => words.search(new RegExp(` ${form}(?: |$)`)))
    .filter((place) => place >= 0);
  return at.length === 0 ? null : { at: Math.min(...at) };
}

function longest(names: readonly string[]): string | undefined {
  return names.toSorted((a, b) => b.length - a.length)[0];
}

/** Whether a reading names a part that it does not know. */
export function isUnknown(read: object): read is Unknown {
  return "part" in read;
}

/** A happening in the words that read as it; both tenses do. */
export function happeningText(happening: Happening, tense: "present" | "past" = "present"): string {
  const verb = (present: Verb) => VERBS.find(([form]) => form === present)?.[tense === "present" ? 0 : 1] ?? present;
  switch (happening.kind) {
    case "act":
      return `${happening.who} ${verb(happening.does)} ${happening.document}`;
    case "rejects":
      return `${happening.who} ${verb("rejects")} ${happening.document ?? FLOW}`;
    case "sees":
      return `${happening.who} ${verb("sees")} ${happening.document}`;
    case "gets-message":
      return `${happening.who} ${verb("gets")} ${happening.method}`;
    case "gets-copy":
      return `${happening.who} ${verb("gets")} ${happening.document}`;
    case "begins":
      return `stage ${happening.stage} ${tense === "present" ? "begins" : "began"}`;
    case "ends":
      return happening.status.replace("_", " ");
  }
}

/** What somebody in a flow can do or get, if the flow asks for it; acts first. */
export function deedsOf(who: string, names: Names): readonly Deed[] {
  const { acts, rejections } = names.asks ?? everythingAsked(names);
  const own = acts.filter((act) => act.who === who);
  const touched = [...new Set(own.map(({ document }) => document))];
  return [
    ...own.map((act): Deed => ({ kind: "act", ...act })),
    ...touched.map((document): Deed => ({ kind: "rejects", who, document })),
    ...(rejections && own.length > 0 ? [{ kind: "rejects", who, document: null } as const] : []),
    ...names.documents.map((document): Deed => ({ kind: "sees", who, document })),
    ...names.documents.map((document): Deed => ({ kind: "gets-copy", who, document })),
    ...METHODS.map((method): Deed => ({ kind: "gets-message", who, method })),
  ];
}

/** Every happening that a flow's names allow and that it asks for, in words, for completion. */
export function happenings(names: Names, tense: "present" | "past"): readonly string[] {
  const deeds = names.participants.flatMap((who) => deedsOf(who, names));
  const begun = names.stages.map((stage): Happening => ({ kind: "begins", stage }));
  return [...Object.keys(ENDS), ...[...begun, ...deeds].map((one) => happeningText(one, tense))];
}
