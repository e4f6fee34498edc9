import { describe, expect, test } from "vitest";
import { openStore } from "../../src-main/store/index.ts";
import { temporaryFolder } from "../harness/temporary.ts";
import { startChild } from "./children/spawn.ts";

describe("Crash and limits: killed in the middle of writing", () => {
  test.each([1, 2, 17, 60, 151])(
    "law 3: after %d acknowledged commands none is lost and none is half there",
    async (count) => {
      using folder = temporaryFolder("store-crash");
      const child = startChild("append-forever.ts", folder.path);
      const read: string[] = [];
      while (read.length < count) read.push(await child.line());
      const acknowledged = Number([...read, ...(await child.kill())].at(-1));

      const store = openStore(folder.path);
      const { count: kept, brokenAt } = store.read.events.verify("i1");
      expect(brokenAt).toBeNull();
      expect(acknowledged).toBeGreaterThanOrEqual(count * 3);
      expect(kept).toBeGreaterThanOrEqual(acknowledged);
      expect(kept % 3).toBe(0);
      expect(store.read.instances.get("i1")?.lastSeq).toBe(kept);
      expect(store.read.jobs.ofInstance("i1")).toHaveLength(kept / 3);
      store.write((tx) => tx.events.append("i1", kept + 1, 1, "author", []));
      store.close();
    },
  );
});
