import { cutToBytes, fileNameBytes } from "../../../src-shared/basics/index.ts";
import {
  CSV_HEAD,
  evolve,
  type HistoryAccount,
  historyAccountant,
  historyCsvRow,
  historyLine,
  type State,
} from "../../../src-shared/flow/index.ts";
import { fail, type HistoryExport, type HistoryFormat, ok, type Result } from "../../host/index.ts";
import type { InstanceRow, RecordedEvent, StoreReads } from "../../store/index.ts";

/** Events read at a time: an export never holds more than this, however long the history is. */
const PAGE = 500;

interface Writing {
  readonly head: string;
  readonly row: (account: HistoryAccount) => string;
}

const WRITING: Readonly<Record<HistoryFormat, Writing>> = {
  jsonl: { head: "", row: historyLine },
  // The byte order mark makes spreadsheets read it as UTF-8.
  csv: { head: `\uFEFF${CSV_HEAD}`, row: historyCsvRow },
};

/**
 * An instance's history as a file, in pieces of a page of events; up to the last event of the moment in which it begins.
 * @returns `resource_not_found` if there is no such instance
 */
export function historyExport(
  reads: Pick<StoreReads, "events" | "instances">,
  instanceId: string,
  format: HistoryFormat,
): Result<HistoryExport> {
  const row = reads.instances.get(instanceId);
  if (row === null) return fail("resource_not_found", `There is no instance ${instanceId}; it may have been deleted.`);
  return ok({ fileName: `${exportName(row)} history.${format}`, pieces: () => pieces(reads, row, WRITING[format]) });
}

function* pieces(reads: Pick<StoreReads, "events">, instance: InstanceRow, { head, row }: Writing) {
  let state: State | null = null;
  for (const page of pages(reads, instance)) for (const { event } of page) state = evolve(state, event);
  if (state === null) throw goneMeanwhile(instance);
  const account = historyAccountant(state);
  if (head !== "") yield head;
  for (const page of pages(reads, instance)) yield page.map((recorded) => row(account(recorded))).join("");
}

/** @throws when the instance is deleted during the export: half a history that looks whole is worse than none. */
function* pages(reads: Pick<StoreReads, "events">, instance: InstanceRow): Generator<readonly RecordedEvent[]> {
  const { id, lastSeq } = instance;
  for (let after = 0; after < lastSeq; ) {
    const page = reads.events.load(id, after, Math.min(PAGE, lastSeq - after));
    const last = page.at(-1)?.seq;
    if (last === undefined) throw goneMeanwhile(instance);
    yield page;
    after = last;
  }
}

const goneMeanwhile = ({ id }: InstanceRow) =>
  new Error(`The history of ${id} was not written to its end: the instance was deleted meanwhile.`);

/** The file name of a run, such as `Loan 7702-118`, without characters that file systems refuse. */
export function exportName({ title, id }: Pick<InstanceRow, "title" | "id">): string {
  const safe = title
    .replaceAll(/[^\p{L}\p{N} ,()_-]+/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, 80);
  const name = cutToBytes(safe, fileNameBytes);
  return name === "" ? id : name;
}
