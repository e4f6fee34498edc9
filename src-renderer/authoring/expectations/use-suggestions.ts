import { useEffect, useState } from "react";
import type { Expectation } from "../../../src-shared/foresight/index.ts";
import { notifyError } from "../../app/index.ts";
import { useTranslation } from "../../components/index.ts";
import { useSession } from "../session/use-session.ts";

/** Expectations that hold for a flow, one of a kind; none until they are known. @param text of a flow without errors; null: nobody looks */
export function useSuggestions(text: string | null): readonly Expectation[] {
  const { t } = useTranslation();
  const { foresight } = useSession();
  const [found, setFound] = useState<{ readonly text: string; readonly all: readonly Expectation[] } | null>(null);
  useEffect(() => {
    if (text === null) return undefined;
    foresight.suggest(text, {
      onProgress: () => undefined,
      onAnswer: (all) => setFound({ text, all }),
      onFailure: (message) => notifyError(t("expect.suggestFailed"), { message }),
    });
    return () => foresight.leave("suggest");
  }, [foresight, text, t]);
  return found !== null && found.text === text ? found.all : NONE;
}

const NONE: readonly Expectation[] = [];
