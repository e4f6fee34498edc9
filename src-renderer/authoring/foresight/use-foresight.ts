import { useEffect, useState } from "react";
import { useTranslation } from "../../components/index.ts";
import { useSession } from "../session/use-session.ts";
import type { Foreseen } from "./foreseen.ts";
import type { ForesightAsker } from "./foresight-asker.ts";

/** A text is checked when the typing pauses. */
const PAUSE_MS = 150;

interface Asked {
  readonly text: string;
  readonly budget: number;
  readonly language: string;
}

export interface Foresight {
  /** The last answer: it stays while a newer text is being checked, or has errors. */
  readonly foreseen: Foreseen | null;
  /** States seen so far of the text that is being checked; null: none is. */
  readonly progress: number | null;
  /** Why the worker failed; null: it did not. */
  readonly failure: string | null;
  readonly asker: ForesightAsker;
}

/** What can happen in a text, for as long as somebody looks; null: it cannot be checked. */
export function useForesight(text: string | null): Foresight {
  const { language } = useTranslation().i18n;
  const { foresight: asker, useBudget } = useSession();
  const { states: budget } = useBudget();
  const [answered, setAnswered] = useState<(Asked & { readonly foreseen: Foreseen }) | null>(null);
  const [states, setStates] = useState(0);
  const [failed, setFailed] = useState<(Asked & { readonly message: string }) | null>(null);

  useEffect(() => {
    if (text === null) return undefined;
    const asked = { text, language, budget };
    const timer = window.setTimeout(() => {
      setStates(0);
      asker.check(
        text,
        { language, budget },
        {
          onProgress: setStates,
          onAnswer: (foreseen) => setAnswered({ ...asked, foreseen }),
          onFailure: (message) => setFailed({ ...asked, message }),
        },
      );
    }, PAUSE_MS);
    return () => {
      window.clearTimeout(timer);
      asker.leave("check");
    };
  }, [asker, text, language, budget]);

  const isOf = (one: Asked | null) =>
    one !== null && one.text === text && one.language === language && one.budget === budget;
  const failure = isOf(failed) ? (failed?.message ?? null) : null;
  return {
    foreseen: answered?.foreseen ?? null,
    progress: text === null || isOf(answered) || failure !== null ? null : states,
    failure,
    asker,
  };
}
