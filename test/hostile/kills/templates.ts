import { cpSync } from "node:fs";
import { join } from "node:path";
import { openWorkspace } from "../../../src-main/host.ts";
import { AT, startSmall, uploadPdf } from "../../fixtures/small-flow.ts";
import { downgradeWorkspace } from "../../harness/downgrade-workspace.ts";
import { temporaryFolder } from "../../harness/temporary.ts";
import { must } from "../../harness/workspace.ts";
import type { Books } from "./books.ts";

/** Closed workspaces that lives begin with. */
export interface Templates {
  /** With documents that no flow uses yet: to take one in costs more than to kill a process. */
  readonly filled: string;
  /** The same, as an older Countersign has left it. */
  readonly older: string;
  /** Notes what is in them. */
  report(books: Books): void;
  remove(): void;
}

/** For 25 kills. */
const DOCUMENTS = 150;

export async function makeTemplates(count = DOCUMENTS): Promise<Templates> {
  const folder = temporaryFolder("templates");
  const filled = join(folder.path, "filled");
  const older = join(folder.path, "older");
  const host = await openWorkspace({ dir: filled });
  must(await host.clocks.create({ name: "default", at: AT }));
  const documents: { readonly id: string; readonly sha256: string }[] = [];
  for (let n = 0; n < count; n += 1) {
    const id = await uploadPdf(host);
    documents.push({ id, sha256: must(host.documents.get(id)).sha256 });
  }
  const { id } = await startSmall(host);
  must(await host.participants.sign({ instanceId: id, participant: "alice", document: "contract" }));
  await host.idle();
  await host.close();
  cpSync(filled, older, { recursive: true });
  downgradeWorkspace(older);
  return {
    filled,
    older,
    report(books) {
      for (const document of documents) books.document(document.id, document.sha256);
      const flow = books.flow(id);
      flow.acts.add("alice contract");
      // Its participants are others than those of the load.
      flow.running = false;
    },
    remove: () => folder.remove(),
  };
}
