import { writeSync } from "node:fs";
import { openStore } from "../../../src-main/store/index.ts";
import { acted, instanceRow, jobRow, START } from "../../fixtures/rows.ts";

/**
 * Writes commands of three events each into the workspace named by the first argument, and acknowledges each one on
 * stdout after its commit, until it is killed.
 */
const store = openStore(process.argv[2] ?? "");
for (let seq = 1; ; seq += 3) {
  store.write((tx) =>
    tx.savepoint(() => {
      tx.instances.save(instanceRow("i1", { lastSeq: seq + 2 }));
      tx.events.append("i1", seq, START, "author", [acted("alice"), acted("bob"), acted("carol")]);
      tx.jobs.put(jobRow(`i1:after-${seq + 2}`));
    }),
  );
  writeSync(1, `${seq + 2}\n`);
}
