import type { BridgeHandlers, OutputOf } from "../../../src-shared/bridge/index.ts";
import type { HistoryComparison, HistoryPoint } from "../../../src-shared/flow/index.ts";
import type { DeepReadonly } from "../../../src-shared/service/index.ts";
import type { Host, InstanceDetail } from "../../host/index.ts";
import { answer, done } from "./shared.ts";

/** Running again from an event, and telling two runs apart [C5]. */
export function forkHandlers(host: Host) {
  const { instances, callbacks } = host;
  return {
    "instances.fork": async ({ id, seq }) => answer(instances.fork(id, seq), (made) => ({ instanceId: made.id })),
    "instances.compare": async ({ a, b }) => answer(instances.compare(a, b), comparisonView),
    "instances.holdCallbacks": async ({ id, held }) => done(callbacks.setHeld(id, held)),
  } satisfies Partial<BridgeHandlers>;
}

/** What the prefix ended with is reported from the fork's own history: its source may be gone. */
export function forkView(
  host: Host,
  { id, forkOf, callback }: InstanceDetail,
): DeepReadonly<OutputOf<"instances.get">["fork"]> {
  if (forkOf === null) return null;
  const { instanceId, seq } = forkOf;
  const source = host.instances.row(instanceId);
  return {
    ...{ instanceId, seq, title: source.ok ? source.value.title : null },
    ...eventView(host, id, seq),
    hasCallback: callback !== null,
    held: host.callbacks.held(id),
    waiting: callback === null ? 0 : host.callbacks.heldCount(id),
  };
}

/** As many forks as a run's page lists. */
const FORKS = 20;

/** The runs that were begun from one's events; one in the trash is still there to be restored. */
export function forksView(host: Host, id: string): DeepReadonly<OutputOf<"instances.get">["forks"]> {
  const { items, next } = host.instances.list({ forkOf: id, limit: FORKS });
  const views = items.map((row) => {
    const seq = row.forkOf?.seq ?? 0;
    return { ...row, number: row.forkNumber ?? 0, seq, ...eventView(host, id, seq) };
  });
  return { items: views, more: next !== null };
}

/** What somebody or the clock did at event `seq`, in words, or did before it where it only followed. */
function eventView(host: Host, id: string, seq: number) {
  const history = host.instances.history(id, { after: seq - 1, limit: 1 });
  const [event] = history.ok ? history.value.items : [];
  if (event === undefined) throw new Error(`instance ${id} went away while it was read`);
  const { sentence, begins, why } = event;
  const isEvent = why !== null && !why.key.startsWith("why.");
  return { sentence: !begins && isEvent ? why : sentence };
}

const comparisonView = ({ first, ...rest }: HistoryComparison) => ({
  ...rest,
  first: first && { a: point(first.a), b: point(first.b), onlyTime: first.onlyTime },
});

const point = (given: HistoryPoint | null) => given && { seq: given.seq, at: given.at, sentence: given.sentence };
