import { parsedJson } from "../../../src-shared/basics/index.ts";

/** Stores on the page's own disk; false if that is full or unavailable. */
export function putOnDisk(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch (error) {
    // Anything else is our own bug.
    if (!(error instanceof DOMException)) throw error;
    return false;
  }
}

/** JSON from the page's own disk; undefined: there is none, or it is damaged. */
export function jsonOnDisk(key: string): unknown {
  const stored = localStorage.getItem(key);
  return stored === null ? undefined : parsedJson(stored);
}
