import { shellWord } from "../../components/index.ts";
import type { Callback } from "../types.ts";

/** curl writes these itself, or they are covered in the ledger. */
const LEFT_OUT = new Set(["content-length", "host", "connection", "authorization"]);

/** A shell command that sends the event as its newest attempt did, to any address; passwords are not in it (law 9). */
export function curl(callback: Callback, url: string): string {
  const sent = callback.attemptList.at(-1)?.requestHeaders ?? {
    "content-type": "application/json",
    "webhook-id": callback.eventId,
  };
  const headers = Object.entries(sent).filter(([name]) => !LEFT_OUT.has(name.toLowerCase()));
  return [
    "curl --include",
    ...headers.map(([name, value]) => `  --header ${shellWord(`${name}: ${value}`)}`),
    `  --data-raw ${shellWord(JSON.stringify(callback.body))}`,
    `  ${shellWord(url)}\n`,
  ].join(" \\\n");
}
