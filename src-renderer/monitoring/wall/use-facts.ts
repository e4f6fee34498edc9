import { useMemo } from "react";
import type { Detail, RunFacts } from "../types.ts";

/** The same as long as nothing of it has changed: most acts change the place of one participant alone. */
export function useFacts({ id, status, timeZone, stages, stageEntered, clock }: Detail): RunFacts {
  return useMemo(
    () => ({ id, status, timeZone, stages, stageEntered, clock }),
    [id, status, timeZone, stages, stageEntered, clock],
  );
}
