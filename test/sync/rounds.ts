import type { Host } from "../../src-main/host/types.ts";
import { isObject, sameJson, type WireFields, wireFields } from "../../src-shared/language/index.ts";
import { canonicalFields } from "../../src-shared/sync/index.ts";
import { must } from "../harness/workspace.ts";
import type { Fault } from "./fault-proxy.ts";
import { type Rig, TEXT } from "./rig.ts";

/** Numbers that a seed decides (mulberry32). */
export function seeded(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    below: (count: number) => Math.floor(next() * count),
    one: <T>(items: readonly T[]): T => {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new Error("There is nothing to choose from.");
      return item;
    },
    chance: (of: number) => next() < of,
  };
}
export type Random = ReturnType<typeof seeded>;

/** Who edits: an installation, or the other hand on the service itself. */
export interface Hand {
  readonly host: () => Host;
}

const FAULTS: readonly Fault[] = [
  ...(["drop", "lose", "cut", "overtaken", "late", "html", "wrong json", "redirect"] as const),
  ...[{ status: 500 }, { status: 500, done: true }, { status: 503, retryAfter: "1" }, { status: 429 }],
];

/**
 * One edit of one draft by one hand, with a mark of its own where it adds something, so that it can be looked for at the end.
 * @returns the mark; null: it left none
 */
export async function edit(hand: Hand, random: Random, mark: string): Promise<string | null> {
  const { drafts } = hand.host();
  const rows = drafts.list({}).items;
  if (rows.length === 0 || (rows.length < 4 && random.chance(0.1))) {
    must(await drafts.createFromText({ text: TEXT.replace("title: Loan", `title: ${mark}`) }));
    return null;
  }
  const row = random.one(rows);
  const { fields } = must(drafts.get(row.id));
  const parameters = fields.process_parameters;
  if (!isObject(parameters)) return null;
  const users = isObject(parameters.users) ? parameters.users : {};
  const messages = isObject(parameters.messages) ? parameters.messages : {};
  switch (random.below(5)) {
    case 0:
      must(await drafts.patch(row.id, { title: mark }));
      return null;
    case 1:
      must(await drafts.patch(row.id, { duration: 1 + random.below(365) }));
      return null;
    case 2: {
      const added = { ...users, [mark]: { id_type: "email", id: `${mark}@example.test` } };
      must(await drafts.patch(row.id, { process_parameters: { ...parameters, users: added } }));
      return mark;
    }
    case 3: {
      const said = { ...messages, [mark]: `Message ${mark}` };
      must(await drafts.patch(row.id, { process_parameters: { ...parameters, messages: said } }));
      return mark;
    }
    default: {
      const { process } = fields;
      if (!isObject(process) || !Array.isArray(process.stages)) return null;
      const stages = [...process.stages, { [mark]: { actions: [], expect: {} } }];
      must(await drafts.patch(row.id, { process: { ...process, stages } }));
      return mark;
    }
  }
}

export function spoilt(random: Random, chance: number): () => Fault | null {
  return () => (random.chance(chance) ? random.one(FAULTS) : null);
}

/** The drafts of a workspace, in a form in which two workspaces can be compared. */
export function drafts(host: Host): readonly WireFields[] {
  const rows = host.drafts.list({ limit: 500 }).items.map(({ id }) => must(host.drafts.get(id)));
  const fields = rows.map(({ fields }) => ({ ...canonicalFields(wireFields(fields)), folder_id: null }));
  return fields.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

export function same(one: readonly WireFields[], other: readonly WireFields[]): boolean {
  const left = [...other];
  return (
    one.length === other.length &&
    one.every((draft) => {
      const at = left.findIndex((candidate) => sameJson(candidate, draft));
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    })
  );
}

/** Everything that was ever in a workspace's History, and in its conflicts. */
export function everSaid(rig: Rig): string {
  const { host } = rig;
  const texts: string[] = [];
  for (const archived of [false, true])
    for (const { id } of host.drafts.list({ archived, limit: 500 }).items)
      for (const { revision } of must(host.drafts.versions(id, { limit: 500 })).items)
        texts.push(must(host.drafts.version(id, revision)).text);
  return texts.join("\n");
}
