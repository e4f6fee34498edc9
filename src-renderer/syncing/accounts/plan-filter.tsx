import { useState } from "react";
import { plainWords } from "../../../src-shared/basics/index.ts";
import { SearchField, useTranslation } from "../../components/index.ts";

/** From here on a list is too long to look through. */
const MANY = 15;
/** Rows that are drawn: thousands take seconds. */
const MOST = 500;

/** Of what a plan lists, what its reader looks for. @param kind requests that are sent, or flows that come in */
export function usePlanFilter<T>(kind: "requests" | "flows", items: readonly T[], wordsOf: (item: T) => string) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const sought = plainWords(typed.trim());
  const found = items.filter((item) => plainWords(wordsOf(item)).includes(sought));
  const counted = { shown: found.length, count: items.length };
  return {
    found,
    drawn: found.slice(0, MOST),
    filter: items.length > MANY && (
      <div className="plan-filter">
        <SearchField label={t(`sync.planFilter.${kind}`)} value={typed} onChange={setTyped} />
        <span className="soft" role="status">
          {t(sought === "" ? `sync.planCount.${kind}` : `sync.planShown.${kind}`, counted)}
        </span>
      </div>
    ),
    below:
      found.length === 0 ? (
        <p className="soft plan-none">{t(`sync.planNoMatch.${kind}`)}</p>
      ) : (
        found.length > MOST && <p className="soft plan-none">{t("sync.planMore", { count: MOST })}</p>
      ),
  };
}

interface AllProps {
  readonly label: string;
  readonly words: string;
  /** Of what is found and can be taken out. */
  readonly keys: readonly string[];
  readonly without: ReadonlySet<string>;
  readonly onToggleAll: (keys: readonly string[], sends: boolean) => void;
}

/** The box in a list's head, which takes out all that is found, or puts it back. */
export function AllBox({ label, words, keys, without, onToggleAll }: AllProps) {
  const taken = keys.filter((key) => without.has(key)).length;
  return (
    <label className="plan-all">
      <input
        type="checkbox"
        aria-label={label}
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
