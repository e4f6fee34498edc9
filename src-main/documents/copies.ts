import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { cutToBytes, fileNameBytes } from "../../src-shared/basics/index.ts";

/** What the workspace's folder calls them: a folder for each run that `countersign run` has played in it. */
const FOLDER = "sealed";

/** Where the copies of a run's documents lie, from the workspace's folder. */
export const copiesOf = (instanceId: string): string => path.join(FOLDER, instanceId);

/** Of a folder without any, none. */
export async function runsWithCopies(dir: string): Promise<ReadonlySet<string>> {
  const found = await readdir(path.join(dir, FOLDER), { withFileTypes: true }).catch(() => []);
  return new Set(found.filter((entry) => entry.isDirectory()).map(({ name }) => name));
}

/** A file for each document, each another one: names that differ only in signs or in case get a number. */
export function copyFiles(documents: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return documents.map((document) => {
    const plain = cutToBytes(document.replaceAll(/[^\p{L}\p{N}._-]+/gu, "-"), fileNameBytes);
    let name = plain;
    for (let nth = 2; taken.has(name.toLowerCase()); nth += 1) name = `${plain}-${nth}`;
    taken.add(name.toLowerCase());
    return `${name}.pdf`;
  });
}

/**
 * Puts a copy of each document where a person finds it by name; the workspace keeps its own. All of them appear at once.
 * @returns their paths
 */
export async function writeCopies(
  dir: string,
  instanceId: string,
  documents: readonly { readonly name: string; readonly bytes: () => Promise<Uint8Array> }[],
): Promise<readonly string[]> {
  const folder = path.join(dir, copiesOf(instanceId));
  const files = copyFiles(documents.map(({ name }) => name));
  const making = `${folder}.part`;
  await mkdir(making, { recursive: true });
  try {
    for (const [at, { bytes }] of documents.entries())
      await writeFile(path.join(making, files[at] ?? ""), await bytes());
    await rename(making, folder);
  } finally {
    await rm(making, { recursive: true, force: true });
  }
  return files.map((file) => path.join(folder, file));
}
