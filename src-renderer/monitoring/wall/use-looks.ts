import { useCallback } from "react";
import { create } from "zustand";
import type { Look } from "./look.ts";

/** By participant. */
type Looks = Readonly<Record<string, Look>>;

const NONE: Looks = {};

/** By run, as long as the window is open: whoever looks at the list or the history meanwhile finds the wall as it was. */
const useKept = create<Readonly<Record<string, Looks>>>(() => ({}));

/** How each page of a run's wall looks that was told to, and the way to tell one. */
export function useLooks(run: string): readonly [Looks, (participant: string, look: Look) => void] {
  const looks = useKept((kept) => kept[run] ?? NONE);
  const lookAt = useCallback(
    (participant: string, look: Look) => useKept.setState((kept) => ({ [run]: { ...kept[run], [participant]: look } })),
    [run],
  );
  return [looks, lookAt];
}
