import { type KeyboardEvent, type ReactNode, useState } from "react";
import { plainWords } from "../../../src-shared/basics/index.ts";
import { SearchField, useTranslation } from "../../components/index.ts";

/** From here on a list gets a search field. */
const MANY = 15;
/** Rows that are drawn: thousands take seconds. */
const MOST = 500;

/** The items excluded from a sync, by key, and the function to change many. */
interface Ticked {
  readonly without: ReadonlySet<string>;
  readonly onToggleAll: (keys: readonly string[], sends: boolean) => void;
}

interface Props<T> extends Ticked {
  /** Outgoing requests, or incoming flows. */
  readonly kind: "requests" | "flows";
  /** The name of the list. */
  readonly label: string;
  readonly items: readonly T[];
  /** The searchable text. */
  readonly wordsOf: (item: T) => string;
  /** The key that excludes it; null: it cannot be excluded. */
  readonly keyOf: (item: T) => string | null;
  /** The column of checkboxes: its head, and the name of the checkbox for all items, and for all found ones. */
  readonly boxes: { readonly words: string; readonly all: string; readonly found: string };
  /** Head of the last column. */
  readonly last: string;
  readonly row: (item: T) => ReactNode;
}

/** A sync's planned items, each with a checkbox that excludes it; searchable if there are many. */
export function PlanTable<T>({ kind, label, items, wordsOf, keyOf, boxes, last, row, ...ticked }: Props<T>) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const sought = plainWords(typed.trim());
  const found = items.filter((item) => plainWords(wordsOf(item)).includes(sought));
  const keysOf = (some: readonly T[]) => some.flatMap((item) => keyOf(item) ?? []);
  // Else Escape closes the review, and the selection is lost.
  const clearFirst = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || typed === "") return;
    event.stopPropagation();
    setTyped("");
  };
  const counted = { shown: found.length, count: items.length };
  return (
    <>
      {items.length > MANY && (
        // biome-ignore lint/a11y/noStaticElementInteractions: a key of the field in it
        <div className="plan-filter" onKeyDown={clearFirst}>
          <SearchField label={t(`sync.planFilter.${kind}`)} value={typed} onChange={setTyped} />
          <span className="soft" role="status">
            {t(sought === "" ? `sync.planCount.${kind}` : `sync.planShown.${kind}`, counted)}
          </span>
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="plan-requests" tabIndex={0} aria-label={label}>
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">
                {keysOf(items).length > 1 ? (
                  <AllBox
                    {...ticked}
                    words={boxes.words}
                    name={sought === "" ? boxes.all : boxes.found}
                    keys={keysOf(found)}
                  />
                ) : (
                  boxes.words
                )}
              </th>
              <th scope="col">{t("common.what")}</th>
              <th scope="col">{last}</th>
            </tr>
          </thead>
          <tbody>{found.slice(0, MOST).map(row)}</tbody>
        </table>
        {found.length === 0 ? (
          <p className="soft plan-none">{t(`sync.planNoMatch.${kind}`)}</p>
        ) : (
          found.length > MOST && <p className="soft plan-none">{t("sync.planMore", { count: MOST })}</p>
        )}
      </section>
    </>
  );
}

interface AllProps extends Ticked {
  readonly words: string;
  /** Its action: applies to all found items, even those that are not drawn. */
  readonly name: string;
  readonly keys: readonly string[];
}

/** The checkbox in a list's head that excludes or includes all found items. */
function AllBox({ words, name, keys, without, onToggleAll }: AllProps) {
  const taken = keys.filter((key) => without.has(key)).length;
  return (
    <label className="plan-all">
      <input
        type="checkbox"
        aria-label={name}
        title={name}
        checked={keys.length > 0 && taken === 0}
        disabled={keys.length === 0}
        ref={(box) => {
          if (box) box.indeterminate = taken > 0 && taken < keys.length;
        }}
        onChange={() => onToggleAll(keys, taken > 0)}
      />
      {words}
    </label>
  );
}
