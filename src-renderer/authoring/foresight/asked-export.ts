import { create } from "zustand";

export type ExportKind = "page" | "json";

const useAsked = create<{ readonly asked: ExportKind | null }>()(() => ({ asked: null }));

/** Asks for a file of what can happen: it is saved once the answer is there, or forgotten where there is none. */
export const askExport = (asked: ExportKind | null): void => useAsked.setState({ asked });

/** The file that is asked for; null: none is. */
export const useAskedExport = (): ExportKind | null => useAsked((state) => state.asked);
