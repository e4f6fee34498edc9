import { Plus } from "lucide-react";
import type { Expectation } from "../../../src-shared/foresight/index.ts";
import { Button, MessageText, plainText, useTranslation } from "../../components/index.ts";
import { useChangeExpectations } from "./use-change.ts";
import { expectationWords } from "./words.ts";

/** As many as teach and can be read at once. */
const MOST = 3;

/** Expectations that hold for the flow, each one click away. */
export function Suggestions({ found }: { readonly found: readonly Expectation[] }) {
  const { t, i18n } = useTranslation();
  const change = useChangeExpectations();
  if (found.length === 0) return null;
  return (
    <div className="suggestions">
      <h3>{t("expect.suggestions")}</h3>
      <ul className="foresight-rows">
        {found.slice(0, MOST).map((expectation) => {
          const words = expectationWords(t, i18n.language, expectation);
          return (
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
          );
        })}
      </ul>
    </div>
  );
}
