import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openStore } from "../../src-main/store/index.ts";
import { temporaryFolder } from "../harness/temporary.ts";
import { testWorkspace } from "../harness/workspace.ts";
import { runChild } from "./children/spawn.ts";

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
const isWindows = process.platform === "win32";

test.skipIf(isWindows)(
  "law 9: a new workspace's folder and files are its owner's alone, whatever the umask",
  async () => {
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    const workspace = await testWorkspace();
    onTestFinished(() => workspace.dispose());
    const { dir } = workspace;
    for (const name of readdirSync(dir)) {
      const isFolder = statSync(join(dir, name)).isDirectory();
      expect([name, modeOf(join(dir, name))]).toEqual([name, isFolder ? "700" : "600"]);
    }
    expect(readdirSync(dir)).toEqual(expect.arrayContaining(["countersign.db-wal", "countersign.db-shm", "lock.db"]));
  },
);

test.skipIf(isWindows)(
  "law 9: what other users may open is closed to them at the opening, and the log says so",
  async () => {
    const workspace = await testWorkspace();
    onTestFinished(() => workspace.dispose());
    const { dir } = workspace;
    await workspace.host.close();
    mkdirSync(join(dir, "backups"));
    writeFileSync(join(dir, "backups", "countersign.before-2.db"), "");
    const wide = ["", "countersign.db", "lock.db", "secret.key", "workspace.json", "blobs", "backups"];
    for (const name of [...wide, "backups/countersign.before-2.db"]) chmodSync(join(dir, name), 0o777);
    writeFileSync(join(dir, "mine.txt"), "the author's own");
    chmodSync(join(dir, "mine.txt"), 0o644);
    await workspace.reopen();
    for (const name of [...wide, "backups/countersign.before-2.db"])
      expect([name, modeOf(join(dir, name))]).toEqual([name, name.includes(".") ? "600" : "700"]);
    expect(modeOf(join(dir, "mine.txt"))).toBe("644");
    const reported = workspace.log.filter(({ message }) =>
      message.startsWith("Other users of this machine could open"),
    );
    expect(reported).toMatchObject([{ level: "warn", message: expect.stringContaining(dir) }]);
    await workspace.reopen();
    expect(workspace.log.filter(({ message }) => message.startsWith("Other users"))).toHaveLength(1);
  },
);

test.skipIf(process.getuid?.() !== 0)(
  "a workspace that belongs to another user opens, and a sentence says who may read it",
  () => {
    const folder = temporaryFolder("rights");
    onTestFinished(() => folder.remove());
    openStore(folder.path).close();
    chmodSync(folder.path, 0o777);
    for (const name of readdirSync(folder.path)) chmodSync(join(folder.path, name), 0o666);
    const { code, reported } = JSON.parse(runChild("open-as-nobody.ts", folder.path));
    expect(code).toBe("opened");
    expect(reported).toMatch(
      /^Other users of this machine may open .* belongs to another user. Ask its owner to run: chmod/,
    );
    expect(modeOf(folder.path)).toBe("777");
  },
);
