import type { RemovedContent } from "../types.ts";

const WORDS: Readonly<Record<RemovedContent, string>> = {
  actions: "actions",
  annotations: "comments or marks that not every reader shows alike",
  damage: "damage",
  files: "attached files",
  forms: "form fields (what is filled in stays on the pages)",
  layers: "switches of layers",
  media: "media",
  scripts: "scripts",
  signatures: "digital signatures of others",
};

/** "scripts, media and attached files": kinds of removed content within an English sentence. */
export function inWords(kinds: readonly RemovedContent[]): string {
  return new Intl.ListFormat("en-GB").format(kinds.map((kind) => WORDS[kind]));
}
