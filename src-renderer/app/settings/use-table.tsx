import { useMemo } from "react";
import { z } from "zod";
import { type Column, csvOf, PLAIN_LAYOUT, type TableLayout, TableTools, translate } from "../../components/index.ts";
import { saveText } from "../connection/download.ts";
import { notifyError } from "../notices/notify.ts";
import { setChoice, usePreferences } from "./preferences.ts";

const kept = z.object({
  shown: z.record(z.string(), z.boolean()),
  widths: z.record(z.string(), z.number()),
  sort: z.object({ by: z.string(), descending: z.boolean() }).nullable(),
});

/** The reader's layout of a table: stored in the workspace, for all windows. */
export function useTableLayout(table: string) {
  const place = `table.${table}`;
  const written = usePreferences((state) => state.choices[place]);
  const layout = useMemo(() => read(written), [written]);
  return { layout, onLayout: (next: TableLayout) => setChoice(place, JSON.stringify(next)) };
}

/** The order of lists that are sorted by time only; null: newest first. */
export function useTimeSort(table: string) {
  const { sort } = useTableLayout(table).layout;
  return sort?.by === "time" ? { by: "time" as const, descending: sort.descending } : null;
}

function read(written: string | undefined): TableLayout {
  if (written === undefined) return PLAIN_LAYOUT;
  try {
    return kept.parse(JSON.parse(written));
  } catch {
    // Written by an older or newer release: the table uses its default.
    return PLAIN_LAYOUT;
  }
}

interface ToolsProps<T> {
  readonly table: string;
  readonly columns: readonly Column<T>[];
  /** The whole list, filtered and sorted; null, after a notification: it could not be read. */
  readonly readAll: () => Promise<readonly T[] | null>;
}

/** The choice of visible columns, and the table as CSV. */
export function ListTools<T>(props: ToolsProps<T>) {
  const { layout, onLayout } = useTableLayout(props.table);
  return <TableTools columns={props.columns} {...{ layout, onLayout }} onSave={() => void save(props, layout)} />;
}

async function save<T>({ table, columns, readAll }: ToolsProps<T>, layout: TableLayout) {
  const items = await readAll();
  if (items === null) notifyError(translate("table.csvFailed"), { message: translate("table.csvFailedText") });
  else saveText(`${table}.csv`, csvOf(columns, layout, items), "text/csv");
}
