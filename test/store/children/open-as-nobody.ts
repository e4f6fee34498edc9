import { writeSync } from "node:fs";
import { openStore, StoreError } from "../../../src-main/store/index.ts";

/** Opens the workspace named by the first argument as a user whom permission bits bind, and prints the outcome. */
const NOBODY = 65_534;
if (process.getuid?.() === 0) process.setuid?.(NOBODY);
try {
  let reported: string | null = null;
  const onOpenToOthers = (message: string) => {
    reported = message;
  };
  openStore(process.argv[2] ?? "", { onOpenToOthers }).close();
  writeSync(1, JSON.stringify({ code: "opened", reported }));
} catch (error) {
  if (!(error instanceof StoreError)) throw error;
  writeSync(1, JSON.stringify({ code: error.code, message: error.message }));
}
