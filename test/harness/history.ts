import {
  CSV_HEAD,
  type HistoryAccount,
  type HistoryItem,
  historyAccountant,
  historyCsvRow,
  historyLine,
  replay,
} from "../../src-shared/flow/index.ts";

/** Accounts for every event of a whole history. @throws TypeError when it does not begin with `started` */
export function historyAccounts(items: readonly HistoryItem[]): readonly HistoryAccount[] {
  const state = replay(items.map(({ event }) => event));
  return state === null ? [] : items.map(historyAccountant(state));
}

/** A whole history as JSON lines, one event each. */
export const historyLines = (items: readonly HistoryItem[]): string => historyAccounts(items).map(historyLine).join("");

/** A whole history as a table for spreadsheets, with a header line. */
export const historyCsv = (items: readonly HistoryItem[]): string =>
  [CSV_HEAD, ...historyAccounts(items).map(historyCsvRow)].join("");
