import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Side } from "./row.ts";

/** Where the peers live: a package of its own, so that `npm ci` brings none of them to people who measure nothing. */
export const PEERS = path.join(import.meta.dirname, "peers");

export const hasPeer = (name: string): boolean => existsSync(path.join(PEERS, "node_modules", name));

/**
 * A side written against a peer's package. The import is late and by path: the house's type check must not need the
 * package, and peers/tsconfig.json checks these files.
 * @param file such as `xstate-acts.ts`, whose exports are all functions that make a side.
 */
export async function peerSides(file: string): Promise<Readonly<Record<string, () => Side>>> {
  return import(pathToFileURL(path.join(PEERS, file)).href);
}
