import { create } from "zustand";

const useReason = create<{ readonly reason: string | null }>()(() => ({ reason: null }));

/** Why nothing can be changed, in the reader's language; null if it can. Blocks everything that writes. */
export const useReadOnly = (): string | null => useReason((state) => state.reason);

/** The same, read at the moment of an action. */
export const readOnlyReason = (): string | null => useReason.getState().reason;

/** Blocks everything that writes. @param reason shown instead; null: nothing is blocked */
export function setReadOnly(reason: string | null): void {
  useReason.setState({ reason });
}
