import { type KeyboardEvent, type ReactNode, useState } from "react";
import { plainWords } from "../../../src-shared/basics/index.ts";
import { SearchField, useTranslation } from "../../components/index.ts";

/** From here on a list is too long to look through. */
const MANY = 15;
/** Rows that are drawn: thousands take seconds. */
const MOST = 500;

/** What is taken out of a sync, by keys, and how that changes for many. */
interface Ticked {
  readonly without: ReadonlySet<string>;
  readonly onToggleAll: (keys: readonly string[], sends: boolean) => void;
}

interface Props<T> extends Ticked {
  /** Requests that are sent, or flows that come in. */
  readonly kind: "requests" | "flows";
  /** The name of the list. */
  readonly label: string;
  readonly items: readonly T[];
  /** What it is found by. */
  readonly wordsOf: (item: T) => string;
  /** What it is taken out by; null: it cannot be. */
  readonly keyOf: (item: T) => string | null;
  /** Of the column of boxes: its words, and the name of the box for all, and for all that are found. */
  readonly boxes: { readonly words: string; readonly all: string; readonly found: string };
  /** Words of the last column. */
  readonly last: string;
  readonly row: (item: T) => ReactNode;
}

/** What a sync would do, each with a box that takes it out; many are found by their words. */
export function PlanTable<T>({ kind, label, items, wordsOf, keyOf, boxes, last, row, ...ticked }: Props<T>) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const sought = plainWords(typed.trim());
  const found = items.filter((item) => plainWords(wordsOf(item)).includes(sought));
  const keysOf = (some: readonly T[]) => some.flatMap((item) => keyOf(item) ?? []);
  // Else Escape closes the review, and what was unticked is lost.
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
  /** What it does: it is for all that is found, also where not all of that is drawn. */
  readonly name: string;
  readonly keys: readonly string[];
}

/** The box in a list's head, which takes out all that is found, or puts it back. */
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
