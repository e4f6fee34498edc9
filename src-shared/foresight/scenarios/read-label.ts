import { failureReasons } from "../../authentication/index.ts";
import {
  everythingAsked,
  type Happening,
  isUnknown,
  type Names,
  readHappening,
  type Unknown,
} from "../expectations/index.ts";
import { type Label, labelText } from "../graph/labels.ts";

const ALONE: Readonly<Record<string, Label>> = {
  "time-out": { kind: "time_out" },
  cancel: { kind: "cancel" },
  prolong: { kind: "prolong" },
  "the author rejects the flow": { kind: "reject_flow", who: null },
};

const OF_PEOPLE = [
  ["authenticate", /^(.+) authenticates$/],
  ["fail_authentication", /^(.+) fails to authenticate$/],
  ["lock_out", /^(.+) is locked out$/],
  ["unlock", /^unlock (.+)$/],
] as const;

/** To open their page, where signing asks for another. */
const TO_VIEW = [
  ["authenticate", /^(.+) authenticates to view$/],
  ["fail_authentication", /^(.+) fails to authenticate to view$/],
] as const;

const FAILURE = /^(.+?) fails to authenticate( to view)? ?\((.*)\)$/;

function failureOf(who: string, to: { readonly to?: "view" }, written: string): Label | Unknown {
  const reason = failureReasons.find((known) => known === written.trim());
  if (reason !== undefined) return { kind: "fail_authentication", who, ...to, reason };
  const known = failureReasons.map((each) => `fails to authenticate (${each})`);
  return { part: "verb", found: `fails to authenticate (${written})`, known: ["fails to authenticate", ...known] };
}

/** What a participant can do in a step. */
const VERBS = ["signs", "approves", "rejects", "authenticates", "fails to authenticate", "is locked out"];

const OF_DOCUMENTS = [
  ["fail_seal", /^seal fails (.+)$/],
  ["seal", /^seal (.+)$/],
] as const;

/** Reads a step in the words of `labelText`. */
export function readLabel(text: string, names: Names): Label | Unknown {
  const words = text.trim().replaceAll(/\s+/g, " ");
  const alone = Object.hasOwn(ALONE, words) ? ALONE[words] : undefined;
  if (alone !== undefined) return alone;
  const failure = FAILURE.exec(words);
  if (failure !== null && names.participants.includes(failure[1] ?? ""))
    return failureOf(failure[1] ?? "", failure[2] === undefined ? {} : { to: "view" }, failure[3] ?? "");
  const own = ofPeople(words, names);
  if (own !== null) return own;
  for (const [kind, pattern] of OF_DOCUMENTS) {
    const document = pattern.exec(words)?.[1];
    if (document !== undefined && names.documents.includes(document)) return { kind, document };
  }
  const read = readHappening(words, names);
  if (isUnknown(read)) return read.part === "verb" ? { ...read, known: VERBS } : read;
  return labelOf(read) ?? { part: "words", found: words, known: [] };
}

/** A step of somebody's that is about their identity; null: it is another. */
function ofPeople(words: string, { participants }: Names): Label | null {
  for (const [kind, pattern] of TO_VIEW) {
    const who = pattern.exec(words)?.[1];
    if (who !== undefined && participants.includes(who)) return { kind, who, to: "view" };
  }
  for (const [kind, pattern] of OF_PEOPLE) {
    const who = pattern.exec(words)?.[1];
    if (who !== undefined && participants.includes(who)) return { kind, who };
  }
  return null;
}

function labelOf(happening: Happening): Label | null {
  if (happening.kind === "act") return happening;
  if (happening.kind !== "rejects") return null;
  const { who, document } = happening;
  return document === null ? { kind: "reject_flow", who } : { kind: "reject", who, document };
}

/** Whether a participant does it themselves: it may stand in their own list. */
export function isOwn(label: Label, who: string): boolean {
  return label.kind !== "unlock" && "who" in label && label.who === who;
}

/** A label in somebody's own list: without their name. */
export function ownWords(label: Label, who: string): string {
  return labelText(label).slice(who.length + 1);
}

/** By participant, what a flow asks of them, and what they can do instead: what their own list may hold. */
export function ownLabels(names: Names): ReadonlyMap<string, readonly Label[]> {
  const own = Map.groupBy(labelsOf(names), (label) =>
    "who" in label && isOwn(label, label.who ?? "") ? label.who : null,
  );
  return new Map([...own].flatMap(([who, labels]) => (who === null ? [] : [[who, labels] as const])));
}

/** Every step that a flow asks for, in words: what completion offers, acts first. */
export function labelWords(names: Names): readonly string[] {
  return labelsOf(names).map(labelText);
}

/** Those that any simulated provider may answer; a date of birth only some compare. */
function failuresOf(who: string, { asks }: Names): readonly Label[] {
  if (asks === undefined || asks.tries[who] === 1) return [];
  return (["canceled", "timed_out"] as const).map((reason): Label => ({ kind: "fail_authentication", who, reason }));
}

function labelsOf(names: Names): readonly Label[] {
  const { acts, authenticates, views, rejections } = names.asks ?? everythingAsked(names);
  const pairs = [...new Map(acts.map((act) => [`${act.who}\n${act.document}`, act])).values()];
  const acting = new Set(acts.map(({ who }) => who));
  const touched = new Set(acts.map(({ document }) => document));
  return [
    ...acts.map((act): Label => ({ kind: "act", ...act })),
    ...pairs.map(({ who, document }): Label => ({ kind: "reject", who, document })),
    ...(rejections ? [...acting].map((who): Label => ({ kind: "reject_flow", who })) : []),
    ...authenticates
      .filter((who) => acting.has(who))
      .flatMap((who) => [...OF_PEOPLE.map(([kind]): Label => ({ kind, who })), ...failuresOf(who, names)]),
    ...views
      .filter((who) => acting.has(who))
      .flatMap((who) => TO_VIEW.map(([kind]): Label => ({ kind, who, to: "view" }))),
    ...[...touched].flatMap((document) => OF_DOCUMENTS.map(([kind]): Label => ({ kind, document }))),
    ...Object.values(ALONE),
  ];
}
