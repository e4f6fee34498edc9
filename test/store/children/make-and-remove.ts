import { rmSync, writeFileSync, writeSync } from "node:fs";

/** Makes the file named by the first argument and removes it again, says so once, and goes on until it is killed. */
const file = process.argv[2] ?? "";
for (let round = 0; ; round += 1) {
  writeFileSync(file, "1");
  rmSync(file);
  if (round === 0) writeSync(1, "begun\n");
}
