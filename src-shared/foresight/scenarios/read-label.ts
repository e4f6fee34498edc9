import { type Happening, isUnknown, type Names, readHappening, type Unknown } from "../expectations/index.ts";
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
  for (const [kind, pattern] of OF_PEOPLE) {
    const who = pattern.exec(words)?.[1];
    if (who !== undefined && names.participants.includes(who)) return { kind, who };
  }
  for (const [kind, pattern] of OF_DOCUMENTS) {
    const document = pattern.exec(words)?.[1];
    if (document !== undefined && names.documents.includes(document)) return { kind, document };
  }
  const read = readHappening(words, names);
  if (isUnknown(read)) return read.part === "verb" ? { ...read, known: VERBS } : read;
  return labelOf(read) ?? { part: "words", found: words, known: [] };
}

function labelOf(happening: Happening): Label | null {
  if (happening.kind === "act") return happening;
  if (happening.kind !== "rejects") return null;
  const { who, document } = happening;
  return document === null ? { kind: "reject_flow", who } : { kind: "reject", who, document };
}

/** Every step that a flow's names allow, in words: what completion offers. */
export function labelWords({ participants, documents }: Names): readonly string[] {
  const labels: readonly Label[] = [
    ...participants.flatMap((who): readonly Label[] => [
      ...documents.flatMap((document): readonly Label[] => [
        { kind: "act", who, does: "signs", document },
        { kind: "act", who, does: "approves", document },
        { kind: "reject", who, document },
      ]),
      { kind: "reject_flow", who },
      ...OF_PEOPLE.map(([kind]): Label => ({ kind, who })),
    ]),
    ...documents.flatMap((document) => OF_DOCUMENTS.map(([kind]): Label => ({ kind, document }))),
    ...Object.values(ALONE),
  ];
  return labels.map(labelText);
}
