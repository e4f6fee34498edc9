import { useMemo } from "react";
import type { Detail, RunFacts } from "../types.ts";

/** The same object while nothing has changed: most acts change only one participant. */
export function useFacts({ id, status, timeZone, stages, stageEntered, clock }: Detail): RunFacts {
  return useMemo(
    () => ({ id, status, timeZone, stages, stageEntered, clock }),
    [id, status, timeZone, stages, stageEntered, clock],
  );
}
