import path from "node:path";
import { inScratchFolder } from "../../basics/index.ts";
import { makeUploadFolder } from "../../documents/index.ts";
import { RemoteError } from "../remote/remote-error.ts";
import type { Run } from "../run.ts";

/**
 * Downloads a remote document to a temporary file: several arrive at once, each up to 50 MiB.
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

/** Whether this one document is unavailable or wrong; the rest of the account is fine. */
export const isUnavailable = (error: unknown): error is RemoteError =>
  error instanceof RemoteError && ["not_found", "refused", "no_pdf"].includes(error.fault);
