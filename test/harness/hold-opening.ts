import files from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import path from "node:path";
import { onTestFinished } from "vitest";

/** Holds the next opening of the file of that name until `goOn`. */
export function holdOpening(name: string): { readonly begun: Promise<void>; goOn(): void } {
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { open } = files;
  const restore = () => {
    files.open = open;
    syncBuiltinESMExports();
  };
  files.open = async (file, ...options) => {
    if (path.basename(String(file)) === name) {
      restore();
      begun.resolve();
      await released.promise;
    }
    return open(file, ...options);
  };
  syncBuiltinESMExports();
  onTestFinished(restore);
  return { begun: begun.promise, goOn: released.resolve };
}
