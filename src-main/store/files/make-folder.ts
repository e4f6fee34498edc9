import { accessSync, constants, existsSync } from "node:fs";
import { dirname } from "node:path";
import { messageOf } from "../../../src-shared/basics/index.ts";
import { makeFolders } from "../../basics/index.ts";
import { StoreError } from "../port/errors.ts";

/** Creates the folder of a workspace; an existing one, or a file in its place, is left to the store. @throws StoreError */
export function makeFolder(dir: string): void {
  if (existsSync(dir)) return;
  try {
    // Mail and addresses in it are for its owner only.
    makeFolders(dir);
  } catch (cause) {
    const why = whyNotMade(dir, cause);
    throw new StoreError(
      "not_a_folder",
      `The folder ${dir} for the workspace could not be made (${why}). Choose a place that you may write to.`,
      { cause },
    );
  }
}

/** The system's error names neither a read-only disk nor the folder above that is missing. */
function whyNotMade(dir: string, cause: unknown): string {
  let parent = dirname(dir);
  while (!existsSync(parent) && parent !== dirname(parent)) parent = dirname(parent);
  try {
    accessSync(parent, constants.W_OK);
  } catch {
    return `${parent} is read-only`;
  }
  return messageOf(cause);
}
