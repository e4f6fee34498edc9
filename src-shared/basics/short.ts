import { msg, type Translatable } from "./translatable.ts";

/** Shortens the author's text for a message: one line, whole characters. */
export function short(value: string, most = 60): string {
  const line = value.replace(/\s+/g, " ");
  const shown = line.length <= most ? line : `${line.slice(0, most - 3).replace(/[\ud800-\udbff]$/, "")}…`;
  return shown.toWellFormed();
}

/** Characters of names that a message lists. */
const MOST_LISTED = 120;

/** Names one after the other, each as code; of many, the first whole ones within so many characters, and how many more there are. */
export function listed(names: readonly string[], most = MOST_LISTED): string | Translatable {
  let length = 0;
  const shown: string[] = [];
  for (const name of names) {
    length += short(name).length + 2;
    if (shown.length > 0 && length > most) break;
    shown.push(`\`${short(name)}\``);
  }
  const rest = names.length - shown.length;
  return rest === 0 ? shown.join(", ") : msg`${shown.join(", ")} and ${rest} more`;
}
