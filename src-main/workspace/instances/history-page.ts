import { type HistoryMessage, historyFormatter, sameMoment } from "../../../src-shared/flow/index.ts";
import type { HistoryEntry } from "../../host/index.ts";
import type { RecordedEvent, StoreReads } from "../../store/index.ts";
import { linksOf, type PagedRun } from "./history-links.ts";
import { historyEntry } from "./instance-views.ts";

/** Events read at a time when looking back for the cause of a page's first event. */
const BACK = 200;

/**
 * A page of an instance's history.
 * @param after the seq before the page's first event
 * @param limit events, at most
 */
export function historyPage(
  reads: Pick<StoreReads, "events" | "mail" | "callbacks">,
  id: string,
  run: PagedRun,
  { after, limit }: { readonly after: number; readonly limit: number },
): readonly HistoryEntry[] {
  const { events } = reads;
  // Includes the event before the first one: an event's note compares the two.
  const from = Math.max(after - 1, 0);
  const read = events.load(id, from, limit + after - from);
  const format = historyFormatter(run.state);
  for (const earlier of decisionBefore(events, id, read)) format(earlier);
  const shown = read.map((item): readonly [RecordedEvent, HistoryMessage] => [item, format(item)]).slice(after - from);
  const items = shown.map(([item]) => item);
  const opens = linksOf(reads, id, run, items);
  return shown.map(([item, message]) => historyEntry(item, message, opens(item)));
}

/** Events before the first of these from the same decision: one of them may be its cause. */
function decisionBefore(
  events: StoreReads["events"],
  id: string,
  [first]: readonly RecordedEvent[],
): readonly RecordedEvent[] {
  const found: RecordedEvent[] = [];
  if (first === undefined) return found;
  if (first.decision === first.seq) return found;
  if (first.decision !== null) return events.load(id, first.decision - 1, first.seq - first.decision);
  // Recorded by a release before schema step 11: the events of a decision share an instant.
  for (let seq = first.seq; seq > 1; seq = found[0]?.seq ?? 0) {
    const from = Math.max(seq - 1 - BACK, 0);
    const read = events.load(id, from, seq - 1 - from);
    const other = read.findLastIndex((item) => !sameMoment(item, first));
    found.unshift(...read.slice(other + 1));
    if (other >= 0 || read.length === 0) break;
  }
  return found;
}
