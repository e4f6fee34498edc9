import { readdirSync, rmSync } from "node:fs";
import { isFresh } from "./freshness.ts";

/** The parts whose types come from the English catalogues, as tsc calls what it remembers of them. */
const PARTS = ["renderer", "test"];

/**
 * Where only a catalogue changed, tsc does not look again at the files that read its type: a text that is gone would still
 * be asked for. What it remembers goes then, and it reads all.
 * @param types where tsc keeps it
 */
export function forgetOlderTypes(types: string, locales: string): void {
  const catalogues = readdirSync(locales).filter((name) => name.endsWith(".en.json"));
  const sources = catalogues.map((name) => `${locales}/${name}`);
  for (const part of PARTS) {
    const remembered = `${types}/${part}.tsbuildinfo`;
    if (!isFresh(remembered, sources)) rmSync(remembered, { force: true });
  }
}
