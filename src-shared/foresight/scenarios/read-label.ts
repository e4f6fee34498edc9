import { failureReasons } from "../../authentication/index.ts";
import {
  type Authenticates,
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
  ["mistype", /^(.+) mistypes a code$/],
  ["lock_out", /^(.+) is locked out$/],
  ["unlock", /^unlock (.+)$/],
] as const;

/** To open their page, also if signing asks for authentication too. */
const TO_VIEW = [
  ["authenticate", /^(.+) authenticates to view$/],
  ["fail_authentication", /^(.+) fails to authenticate to view$/],
  ["mistype", /^(.+) mistypes a code to view$/],
  ["lock_out", /^(.+) is locked out of their page$/],
] as const;

const FAILURE = /^(.+?) fails to authenticate( to view)? ?\((.*)\)$/;

function failureOf(who: string, to: { readonly to?: "view" }, written: string): Label | Unknown {
  const reason = failureReasons.find((known) => known === written.trim());
  if (reason !== undefined) return { kind: "fail_authentication", who, ...to, reason };
  const known = failureReasons.map((each) => `fails to authenticate (${each})`);
  return { part: "verb", found: `fails to authenticate (${written})`, known: ["fails to authenticate", ...known] };
}

/** What a participant can do in a step. */
const VERBS = [
  "signs",
  "approves",
  "rejects",
  "authenticates",
  "fails to authenticate",
  "mistypes a code",
  "is locked out",
];

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

/** A step in which somebody proves their identity; null: another step. */
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

/** Whether the step is a participant's own: it may be in their list. */
export function isOwn(label: Label, who: string): boolean {
  return label.kind !== "unlock" && "who" in label && label.who === who;
}

/** A label in somebody's own list: without their name. */
export function ownWords(label: Label, who: string): string {
  return labelText(label).slice(who.length + 1);
}

/** By participant: what a flow asks of them, and their alternatives. Their own list may hold these. */
export function ownLabels(names: Names): ReadonlyMap<string, readonly Label[]> {
  const own = Map.groupBy(labelsOf(names), (label) =>
    "who" in label && isOwn(label, label.who ?? "") ? label.who : null,
  );
  return new Map([...own].flatMap(([who, labels]) => (who === null ? [] : [[who, labels] as const])));
}

/** Every step that a flow asks for, in words, for completion; acts first. */
export function labelWords(names: Names): readonly string[] {
  return labelsOf(names).map(labelText);
}

/**
 * Possible results of somebody's attempts: by SMS each failure locks out, but a code may be mistyped; a simulated
 * provider answers in several ways.
 */
function attemptsOf({ who, to, byCode }: Authenticates & { readonly to?: "view" }): readonly Label[] {
  const own = { who, ...(to !== undefined && { to }) };
  const fails = byCode === true ? [] : (["fail_authentication"] as const);
  const mistypes = byCode === false ? [] : (["mistype"] as const);
  const kinds = ["authenticate", ...fails, ...mistypes, "lock_out"] as const;
  // Only some providers compare a date of birth.
  const reasons = byCode === false ? (["canceled", "timed_out"] as const) : [];
  return [
    ...kinds.map((kind): Label => ({ kind, ...own })),
    ...reasons.map((reason): Label => ({ kind: "fail_authentication", ...own, reason })),
  ];
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
    ...authenticates.filter(({ who }) => acting.has(who)).flatMap(attemptsOf),
    ...views.filter(({ who }) => acting.has(who)).flatMap((view) => attemptsOf({ ...view, to: "view" })),
    ...[...new Set([...authenticates, ...views].map(({ who }) => who))]
      .filter((who) => acting.has(who))
      .map((who): Label => ({ kind: "unlock", who })),
    ...[...touched].flatMap((document) => OF_DOCUMENTS.map(([kind]): Label => ({ kind, document }))),
    ...Object.values(ALONE),
  ];
}
