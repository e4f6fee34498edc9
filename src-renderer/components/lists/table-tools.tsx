import { ArrowDown, ArrowUp, ArrowUpDown, Columns3, Download, RotateCcw } from "lucide-react";
import { IconButton } from "../controls/button.tsx";
import { Menu, type MenuEntry, MenuNames } from "../controls/menu.tsx";
import { useTranslation } from "../texts/texts.ts";
import type { Column } from "./column.ts";
import { isShown, nextSort, PLAIN_LAYOUT, type TableLayout } from "./table-layout.ts";

interface Props<T> {
  readonly columns: readonly Column<T>[];
  readonly layout: TableLayout;
  readonly onLayout: (layout: TableLayout) => void;
  /** Saves the whole list, filtered and sorted. */
  readonly onSave: () => void;
}

/** The visible columns of a table, its sort order, for headers without room, too, and the table as a file. */
export function TableTools<T>({ columns, layout, onLayout, onSave }: Props<T>) {
  const { t } = useTranslation();
  const offered = columns.filter(({ hiddenHeader }) => !hiddenHeader);
  const named = (name: string) => offered.find(({ header }) => header === name);
  const toggle = (name: string) => {
    const column = named(name);
    if (column) onLayout({ ...layout, shown: { ...layout.shown, [column.key]: !isShown(column, layout) } });
  };
  const sortEntry = (column: Column<T>): MenuEntry => {
    const sort = layout.sort?.by === column.key ? layout.sort : null;
    return {
      ...{ label: column.header, section: t("table.sortBy") },
      ...(sort && { detail: t(sort.descending ? "table.descending" : "table.ascending") }),
      icon: sort === null ? ArrowUpDown : sort.descending ? ArrowDown : ArrowUp,
      run: () => onLayout({ ...layout, sort: nextSort(layout.sort, column) }),
    };
  };
  return (
    <Menu
      trigger={<IconButton icon={Columns3} label={t("table.tools")} />}
      before={
        <MenuNames
          chosen={offered.filter((column) => isShown(column, layout)).map(({ header }) => header)}
          options={offered.map(({ header }) => header)}
          blocked={(name) => (named(name)?.always ? t("table.always") : null)}
          onToggle={toggle}
        />
      }
      entries={[
        ...offered.filter(({ sorts }) => sorts !== undefined).map(sortEntry),
        { label: t("table.reset"), icon: RotateCcw, run: () => onLayout(PLAIN_LAYOUT) },
        { label: t("table.csv"), detail: t("table.csvText"), icon: Download, run: onSave },
      ]}
    />
  );
}
