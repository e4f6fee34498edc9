import { Plus } from "lucide-react";
import { useEffect, useState } from "react";
import type { Expectation } from "../../../src-shared/foresight/index.ts";
import { tellError } from "../../app/index.ts";
import { Button, plainText, SaidText, useTranslation } from "../../components/index.ts";
import { useSession } from "../session/use-session.ts";
import { useChangeExpectations } from "./use-change.ts";
import { expectationWords } from "./words.ts";

/** Expectations that hold for the flow, each one click away. */
export function Suggestions({ text }: { readonly text: string }) {
  const { t, i18n } = useTranslation();
  const { foresight } = useSession();
  const change = useChangeExpectations();
  const [found, setFound] = useState<readonly Expectation[]>([]);
  useEffect(() => {
    foresight.suggest(text, {
      onProgress: () => undefined,
      onAnswer: setFound,
      onFailure: (message) => tellError(t("expect.suggestFailed"), { message }),
    });
    return () => foresight.leave("suggest");
  }, [foresight, text, t]);
  if (found.length === 0) return null;
  return (
    <div className="suggestions">
      <h3>{t("expect.suggestions")}</h3>
      <ul className="foresight-rows">
        {found.map((expectation) => {
          const words = expectationWords(t, i18n.language, expectation);
          return (
            <li key={words} className="expectation">
              <span className="foresight-words">
                <SaidText text={words} />
              </span>
              <Button
                icon={Plus}
                writes
                aria-label={t("expect.addThis", { what: plainText(words) })}
                onClick={() => void change({ change: "expect", index: null, expectation })}
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
