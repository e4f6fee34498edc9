import { instanceRow, projectDue } from "../../src-main/engine/project.ts";
import { openWorkspace } from "../../src-main/host.ts";
import type { Store } from "../../src-main/store/index.ts";
import { openStore } from "../../src-main/store/index.ts";
import { due, type FlowEvent, type State } from "../../src-shared/flow/index.ts";

export const APPROVERS: readonly string[] = Array.from({ length: 50 }, (_, n) => `approver${n + 1}`);

/** The history that every instance of a fill gets. */
export interface Template {
  readonly state: State;
  readonly events: readonly FlowEvent[];
}

export const instanceId = (prefix: string, n: number): string => `${prefix}-${String(n).padStart(8, "0")}`;

/**
 * Writes `count` instances with one history each, straight through the store's own write functions: what the engine
 * would have written, without deciding it 100,000 times. Makes the workspace where there is none.
 */
export async function fill(dir: string, prefix: string, count: number, template: Template): Promise<void> {
  const host = await openWorkspace({ dir, clockNow: () => template.state.lastEventAt });
  await host.close();
  const store = openStore(dir);
  const accountId = store.read.accounts.list()[0]?.id ?? "";
  for (let from = 0; from < count; from += 1000) {
    store.write((tx) => {
      for (let n = from; n < Math.min(count, from + 1000); n += 1)
        insert(tx, instanceId(prefix, n), accountId, template);
    });
  }
  store.close();
}

/** What one moment brought was decided together. */
function decisionsOf(events: readonly FlowEvent[]): readonly (readonly FlowEvent[])[] {
  const found: FlowEvent[][] = [];
  for (const event of events) {
    if (found.at(-1)?.[0]?.at === event.at) found.at(-1)?.push(event);
    else found.push([event]);
  }
  return found;
}

type Writes = Parameters<Parameters<Store["write"]>[0]>[0];

function insert(tx: Writes, id: string, accountId: string, { state, events }: Template): void {
  const context = { id, origin: "local", clockId: "real", accountId, draftId: null };
  tx.instances.save(instanceRow(context, state, events.length));
  let before: { readonly seq: number; readonly hash: string | null } = { seq: 0, hash: null };
  for (const decided of decisionsOf(events))
    before = tx.events.append(id, before.seq + 1, state.lastEventAt, "author", decided, before.hash).at(-1) ?? before;
  projectDue(tx, context, [], due(state));
}
