import path from "node:path";
import { inScratchFolder } from "../../basics/index.ts";
import { makeUploadFolder } from "../../documents/index.ts";
import { RemoteError } from "../remote/remote-error.ts";
import type { Run } from "../run.ts";

/**
 * A document there, on the disk for as long as `use` takes: several arrive at once, and each may have 50 MiB.
 * @throws RemoteError `no_pdf` too
 */
export function withDownload<T>(
  { client, workspace }: Pick<Run, "client" | "workspace">,
  id: string,
  use: (file: string) => Promise<T>,
): Promise<T> {
  return inScratchFolder(
    () => makeUploadFolder(workspace.dir),
    async (dir) => {
      const into = path.join(dir, "document.pdf");
      await client.ask("file", { id, into });
      return use(into);
    },
  );
}

/** Whether the service does not give a document, or gives something else in its place: nothing else of the account suffers. */
export const isUnavailable = (error: unknown): error is RemoteError =>
  error instanceof RemoteError && ["not_found", "refused", "no_pdf"].includes(error.fault);
