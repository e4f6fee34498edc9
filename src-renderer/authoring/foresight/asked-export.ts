import { create } from "zustand";

export type ExportKind = "page" | "json";

const useAsked = create<{ readonly asked: ExportKind | null }>()(() => ({ asked: null }));

/** Requests a file of the foresight: it is saved once the answer arrives, or dropped if there is none. */
export const askExport = (asked: ExportKind | null): void => useAsked.setState({ asked });

/** The requested file; null: none. */
export const useAskedExport = (): ExportKind | null => useAsked((state) => state.asked);
