import { chmodSync, mkdirSync } from "node:fs";
import { type OpenWorkspaceOptions, openWorkspace } from "../../src-main/host.ts";
import { makeSealCertificate } from "./seal-certificate.ts";
import { EMAIL, PASSWORD } from "./service-account.ts";
import { type TemporaryFolder, temporaryFolder } from "./temporary.ts";

/** Wall time of the template's making: before that of every test. */
const MADE_AT = Date.UTC(2020, 0, 1);

/** What the certificate of the documents room's tests is made out to. */
export const DOCUMENTS_NAME = "Åsas värld";

/** One new workspace with its keys, whose account's password costs processor time, too. */
async function makeWorkspace(account?: OpenWorkspaceOptions["account"]): Promise<TemporaryFolder> {
  const folder = temporaryFolder("template");
  const options = { dir: folder.path, clockNow: () => MADE_AT, log: () => undefined };
  const host = await openWorkspace(account === undefined ? options : { ...options, account });
  await host.close();
  await makeSealCertificate(folder.path, "template");
  return folder;
}

/** Programs that a test starts as another user compile into the same folder, once. */
function shareCompileCache(): void {
  const cache = process.env.NODE_COMPILE_CACHE;
  if (cache === undefined || process.getuid?.() !== 0) return;
  mkdirSync(cache, { recursive: true });
  chmodSync(cache, 0o1777);
}

/** Makes what a thousand tests begin with a copy of, once for the whole run. */
export async function setup(): Promise<() => void> {
  shareCompileCache();
  const workspace = await makeWorkspace();
  const service = await makeWorkspace({ email: EMAIL, password: PASSWORD });
  const documents = temporaryFolder("documents");
  const scenes = temporaryFolder("scenes");
  await makeSealCertificate(documents.path, DOCUMENTS_NAME);
  process.env.COUNTERSIGN_TEST_TEMPLATE = workspace.path;
  process.env.COUNTERSIGN_TEST_SERVICE = service.path;
  process.env.COUNTERSIGN_TEST_DOCUMENTS = documents.path;
  // Of the workers, each of which makes its own (test/sync/scene.ts).
  process.env.COUNTERSIGN_TEST_SCENES = scenes.path;
  return () => {
    workspace.remove();
    service.remove();
    documents.remove();
    scenes.remove();
  };
}
