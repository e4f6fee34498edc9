import { parsedJson } from "../../../src-shared/basics/index.ts";

/** Whether the page's own disk took it: false where it is full or shut. */
export function putOnDisk(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch (error) {
    // Anything else is a fault of ours.
    if (!(error instanceof DOMException)) throw error;
    return false;
  }
}

/** JSON on the page's own disk; undefined: there is none, or it is damaged. */
export function jsonOnDisk(key: string): unknown {
  const stored = localStorage.getItem(key);
  return stored === null ? undefined : parsedJson(stored);
}
