/** Measures the named row and sends its outcome to the parent process. */
import { measured } from "./measure.ts";
import { untilQuiet } from "./quiet.ts";
import { ROWS } from "./rows.ts";

const row = ROWS.find(({ name }) => name === process.argv[2]);
if (row === undefined || process.send === undefined) throw new Error("This is started by scripts/bench.ts.");
const open = async () => {
  const opened = await row.open();
  await untilQuiet();
  return opened;
};
process.send(await measured({ ...row, open }), () => process.exit());
