import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export interface TemporaryFolder extends Disposable {
  readonly path: string;
  remove(): void;
}

/** A folder of this test's own, gone with `remove()` or at the end of a `using` block. */
export function temporaryFolder(purpose: string): TemporaryFolder {
  const folder = mkdtempSync(path.join(tmpdir(), `countersign-${purpose}-`));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { path: folder, remove, [Symbol.dispose]: remove };
}
