import { create } from "zustand";

const useReason = create<{ readonly reason: string | null }>()(() => ({ reason: null }));

/** Why nothing can be changed, in the reader's language; null where it can. Everything that writes is blocked by it. */
export const useReadOnly = (): string | null => useReason((state) => state.reason);

/** The same, asked at the moment of an act. */
export const readOnlyReason = (): string | null => useReason.getState().reason;

export function setReadOnly(reason: string | null): void {
  useReason.setState({ reason });
}
