import type { SeenAct, SeenInstance } from "./seen.ts";

/** The wall times of the two polls around a change, in milliseconds. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** What of an instance can be seen to change. */
export const instanceChangeKinds = [
  "title",
  "status",
  "stage",
  "timeout",
  "trashed",
  "participant",
  "document",
  "admin_action",
  "act",
  /** It is not there any more, neither in the trash. */
  "gone",
  /** It is there again. */
  "back",
] as const;

/** One difference between two polls of a run, and the interval in which it happened [Y12]. */
export interface InstanceChange extends Interval {
  readonly what: (typeof instanceChangeKinds)[number];
  /** The document, participant, action or asked participant that it is about; null: the instance. */
  readonly name: string | null;
  /** As the service says it, a time-out in epoch milliseconds; null: nothing. */
  readonly before: string | number | null;
  readonly after: string | number | null;
}

type Difference = Omit<InstanceChange, keyof Interval>;

/**
 * What changed between two polls.
 * @param before null: it was gone
 * @param after null: it is gone
 */
export function instanceChanges(
  before: SeenInstance | null,
  after: SeenInstance | null,
  { from, to }: Interval,
): readonly InstanceChange[] {
  return differences(before, after).map((difference) => ({ ...difference, from, to }));
}

function differences(before: SeenInstance | null, after: SeenInstance | null): readonly Difference[] {
  if (before === null && after === null) return [];
  if (before === null || after === null)
    return [{ what: after === null ? "gone" : "back", name: null, before: null, after: after?.status ?? null }];
  const fields = (["title", "status", "stage", "timeout"] as const).flatMap((what) =>
    compared(what, null, before[what], after[what]),
  );
  return [
    ...fields,
    ...compared("trashed", null, yesOrNo(before.trashed), yesOrNo(after.trashed)),
    ...keyed("participant", namesOf(before.participants), namesOf(after.participants)),
    ...keyed("document", statesOf(before), statesOf(after)),
    ...keyed("admin_action", offered(before, after), offered(after, before)),
    ...acts(before.pending, after.pending),
  ];
}

const yesOrNo = (value: boolean): string => (value ? "yes" : "no");

function compared(
  what: Difference["what"],
  name: string | null,
  before: string | number | null,
  after: string | number | null,
): readonly Difference[] {
  return before === after ? [] : [{ what, name, before, after }];
}

type ByName = ReadonlyMap<string, string | null>;

const namesOf = (list: SeenInstance["participants"]): ByName => new Map(list.map(({ name, id }) => [name, id]));
const statesOf = ({ documents }: SeenInstance): ByName =>
  new Map(documents.map(({ id, state }) => [id, state ?? "there"]));
/** An answer without the list says nothing of it. */
const offered = (of: SeenInstance, other: SeenInstance): ByName =>
  new Map((of.adminActions ?? other.adminActions ?? []).map((action) => [action, action]));

function keyed(what: Difference["what"], before: ByName, after: ByName): readonly Difference[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].flatMap((name) => compared(what, name, before.get(name) ?? null, after.get(name) ?? null));
}

/** Who is asked for something else than before. An act that is asked for no longer was done, or needs nobody any more. */
function acts(before: readonly SeenAct[], after: readonly SeenAct[]): readonly Difference[] {
  const spelled = ({ type, user, document }: SeenAct) => JSON.stringify([type, user, document]);
  const without = (list: readonly SeenAct[], others: readonly SeenAct[]) => {
    const known = new Set(others.map(spelled));
    return list.filter((act) => !known.has(spelled(act)));
  };
  const words = ({ type, document }: SeenAct) => `${type} ${document}`;
  return [
    ...without(before, after).map((act) => ({
      ...{ what: "act" as const, name: act.user, before: words(act), after: null },
    })),
    ...without(after, before).map((act) => ({
      ...{ what: "act" as const, name: act.user, before: null, after: words(act) },
    })),
  ];
}
