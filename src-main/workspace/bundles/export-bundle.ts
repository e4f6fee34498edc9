import { checkContents, hexOf } from "../../../src-shared/evidence/index.ts";
import { nodeCrypto } from "../../documents/index.ts";
import { type BundleExport, fail, ok, type Result } from "../../host/index.ts";
import { exportName } from "../instances/history-export.ts";
import type { Workspace } from "../workspace.ts";
import { type BundleFile, bundleFiles } from "./bundle-files.ts";
import { writeBundle } from "./write-bundle.ts";

/**
 * The evidence of an ended run as one file (decision 0210).
 * @returns `resource_not_found` if there is no such instance, `instance_state_error` if it has not ended,
 *   `conflict_error` if the evidence contradicts itself: it must not be signed
 * @throws where a document's file cannot be read
 */
export async function exportBundle(workspace: Workspace, id: string): Promise<Result<BundleExport>> {
  const loaded = workspace.engine.load(id);
  if (loaded === null) return fail("resource_not_found", `There is no instance ${id}; it may have been deleted.`);
  const { row, state } = loaded;
  if (state.endedAt === null)
    return fail("instance_state_error", "The run has not ended: its evidence is complete once it has.");
  const files = bundleFiles(workspace, loaded);
  const problem = await problemIn(workspace, files);
  if (problem !== null)
    return fail(
      "conflict_error",
      `The evidence was not signed, because its parts do not fit together. ${problem} Verify the workspace, and restore it from a backup of before the change.`,
    );
  return ok({
    fileName: `${exportName(row)} evidence.asice`,
    pieces: () => writeBundle(files, (manifest) => workspace.documents.sign(manifest, workspace.clockNow())),
  });
}

/** The first problem that the bundle's own check would report. */
async function problemIn({ documents }: Workspace, files: readonly BundleFile[]): Promise<string | null> {
  const byName = new Map(files.map((file) => [file.name, file]));
  const bytes = async (name: string) => (await byName.get(name)?.bytes()) ?? null;
  const sha256 = async (name: string) => {
    const found = await bytes(name);
    return found === null ? null : hexOf(await nodeCrypto.sha256(found));
  };
  const contents = { names: [...byName.keys()], bytes, sha256 };
  const { problems } = await checkContents(contents, nodeCrypto, (pdf) => documents.verifySeal(pdf));
  const [first] = problems;
  return first === undefined ? null : `${first.file ?? "The bundle"}: ${first.message}`;
}
