import { Plus } from "lucide-react";
import type { Expectation, PlacedExpectation } from "../../../src-shared/foresight/index.ts";
import { Button, MessageText, plainText, useTranslation } from "../../components/index.ts";
import { useChangeExpectations } from "./use-change.ts";
import { expectationWords } from "./words.ts";

/** Few enough to read at once. */
const MOST = 3;

interface Props {
  readonly found: readonly Expectation[];
  /** The existing ones. */
  readonly written: readonly PlacedExpectation[];
}

/** Whether there are few enough expectations to suggest more. */
export const areFew = (written: readonly PlacedExpectation[]): boolean => written.length < MOST;

/** Expectations that hold for the flow, each added with one click, while there are few. */
export function Suggestions({ found, written }: Props) {
  const { t, i18n } = useTranslation();
  const change = useChangeExpectations();
  const known = new Set(
    written.map(({ expectation }) => expectation && expectationWords(t, i18n.language, expectation)),
  );
  const rows = found
    .map((expectation) => ({ expectation, words: expectationWords(t, i18n.language, expectation) }))
    .filter(({ words }) => !known.has(words));
  if (rows.length === 0 || !areFew(written)) return null;
  return (
    <div className="suggestions">
      <h3>{t("expect.suggestions")}</h3>
      <ul className="foresight-rows">
        {rows.slice(0, MOST - written.length).map(({ expectation, words }) => (
          <li key={words} className="expectation">
            <span className="foresight-words">
              <MessageText text={words} />
            </span>
            <Button
              icon={Plus}
              writes
              aria-label={t("expect.addThis", { what: plainText(words) })}
              onClick={() => void change({ change: "expect", index: null, expectation }, null)}
            >
              {t("common.add")}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
