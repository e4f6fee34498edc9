import path from "node:path";
import { messageOf } from "../../src-shared/basics/index.ts";
import { makeFolders, writeFileAtomically } from "../basics/index.ts";
import { openWorkspaceReadOnly } from "../host.ts";
import { checkPageIn, unused } from "../workspace/index.ts";
import { DONE, FOUND } from "./exit-codes.ts";
import { Refusal } from "./explain-error.ts";
import { logToStderr } from "./log.ts";
import { builtRenderer } from "./renderer.ts";
import { plural, printable } from "./terminal-text.ts";

/**
 * `countersign evidence WORKSPACE --out FOLDER`: the evidence of every ended run, a file each, into a new folder. Changes
 * nothing, and the workspace may be open in the app. Exit code 1 if a run's evidence cannot be exported.
 */
export async function evidence(dir: string, { out }: { readonly out: string }): Promise<number> {
  const host = openWorkspaceReadOnly({ dir, log: logToStderr, checkPage: checkPageIn(await builtRenderer()) });
  try {
    const folder = newFolder(path.resolve(out));
    const runs = host.evidence.runs();
    const names = new Set<string>();
    let failed = 0;
    for (const id of runs) {
      try {
        const made = await host.instances.exportBundle(id);
        if (!made.ok) throw new Error(made.error.message);
        const name = unused(names, made.value.fileName);
        await writeFileAtomically(path.join(folder, name), made.value.pieces(), 0o644);
        process.stderr.write(printable(`${name}\n`));
      } catch (error) {
        failed += 1;
        process.stderr.write(printable(`Run ${id}: ${messageOf(error)}\n`));
      }
    }
    process.stdout.write(`Evidence of ${plural(runs.length - failed, "run")} in ${folder}\n`);
    return failed === 0 ? DONE : FOUND;
  } finally {
    await host.close();
  }
}

/** @throws Refusal if the folder exists: its contents must not mix with the export */
export function newFolder(folder: string): string {
  try {
    makeFolders(folder);
    return folder;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST")
      throw new Refusal(`${folder} is there already: name a new folder.`);
    throw error;
  }
}
