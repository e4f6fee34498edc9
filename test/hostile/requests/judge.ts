import { homedir } from "node:os";
import path from "node:path";
import type { Sender } from "./requests.ts";

/** What only some may read. */
export interface Secret {
  readonly text: string;
  readonly of: readonly Sender[];
}

const ROOT = path.resolve(import.meta.dirname, "../../..");
/** Lines of a stack, and files of the program. */
const STACK = /^\s+at .+[(/:]|node_modules|\.[cm]?[jt]s:\d+:\d+/m;

/** What an answer holds that no answer may; null where nothing is. @param asked the whole request: what was sent may come back */
export function leakOf(
  text: string,
  asked: string,
  sender: Sender,
  secrets: readonly Secret[],
  workspace: string,
): string | null {
  for (const place of [workspace, ROOT, homedir()])
    if (place.length > 1 && text.includes(place) && !asked.includes(place)) return `it holds the path ${place}`;
  if (STACK.test(text)) return "it holds a stack";
  const secret = secrets.find(
    (one) => !one.of.includes(sender) && text.includes(one.text) && !asked.includes(one.text),
  );
  return secret === undefined ? null : `it shows ${sender} what is secret: ${secret.text}`;
}
