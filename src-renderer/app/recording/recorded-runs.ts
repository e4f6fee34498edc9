import { create } from "zustand";

/**
 * The runs that are being recorded in this window, by id. Every run stores its steps; this only decides who is asked to
 * save them.
 */
const useRecorded = create<ReadonlySet<string>>()(() => new Set());

/** Whether a run is being recorded as a scenario. */
export const useIsRecorded = (id: string): boolean => useRecorded((recorded) => recorded.has(id));

/** Starts to record a run, or stops. */
export function setRecorded(id: string, isRecorded: boolean): void {
  useRecorded.setState((recorded) => {
    const others = new Set(recorded);
    others.delete(id);
    return isRecorded ? others.add(id) : others;
  }, true);
}
