import { create } from "zustand";

const useReason = create<{ readonly reason: string | null }>()(() => ({ reason: null }));

/** Why nothing can be changed, in the reader's language; null where it can. Everything that writes is blocked by it. */
export const useReadOnly = (): string | null => useReason((state) => state.reason);

/** The same, asked at the moment of an act. */
export const readOnlyReason = (): string | null => useReason.getState().reason;

/** Blocks everything that writes. @param reason shown in place of it; null: nothing is blocked */
export function setReadOnly(reason: string | null): void {
  useReason.setState({ reason });
}
