import { useCallback, useMemo } from "react";
import { useTranslation } from "../../components/index.ts";
import { useSession } from "../session/use-session.ts";
import type { Foreseen } from "./foreseen.ts";
import type { ForesightAsker } from "./foresight-asker.ts";
import { type Ask, type Progress, useNewest } from "./use-newest.ts";

export interface Foresight {
  /** The last answer: it stays while a newer text is being checked, or has errors. */
  readonly foreseen: Foreseen | null;
  /** States explored so far in the text that is being checked; null: none is. */
  readonly progress: Progress | null;
  /** Why the worker failed; null: it did not. */
  readonly failure: string | null;
  readonly asker: ForesightAsker;
}

/** The possible behaviour of a text, while the view is open; null: it cannot be checked. */
export function useForesight(text: string | null): Foresight {
  const { language } = useTranslation().i18n;
  const { foresight: asker, useBudget } = useSession();
  const { states: budget } = useBudget();
  const asked = useMemo(() => (text === null ? null : { text, language, budget }), [text, language, budget]);
  const ask: Ask<NonNullable<typeof asked>, Foreseen> = useCallback(
    ({ text, ...options }, listener) => {
      asker.check(text, options, listener);
      return () => asker.leave("check");
    },
    [asker],
  );
  const { answer, progress, failure } = useNewest(asked, ask);
  return { foreseen: answer, progress, failure, asker };
}
