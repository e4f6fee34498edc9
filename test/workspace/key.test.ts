import { generateKeyPairSync } from "node:crypto";
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { LogEntry } from "../../src-main/host/types.ts";
import { openWorkspace, openWorkspaceReadOnly } from "../../src-main/host.ts";
import { openSecretBox } from "../../src-main/store/files/secret-box.ts";
import { StoreError } from "../../src-main/store/index.ts";
import { type VerifyProblem, type VerifyReport, verifyWorkspace } from "../../src-main/verification/index.ts";
import { AT, playAll, startSmall } from "../fixtures/small-flow.ts";
import { downgradeWorkspace } from "../harness/downgrade-workspace.ts";
import { type TemporaryFolder, temporaryFolder } from "../harness/temporary.ts";
import { must, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";

let workspace: TestWorkspace;
let id: string;
let folder: TemporaryFolder;
beforeAll(async () => {
  workspace = await testWorkspace();
  id = (await startSmall(workspace.host, {}, { clock: { virtual: "new", at: AT } })).id;
  await playAll(workspace.host, (await startSmall(workspace.host, {}, { clock: { virtual: "new", at: AT } })).id);
  await workspace.host.idle();
  await workspace.host.close();
});
afterAll(() => workspace.dispose());
beforeEach(() => {
  folder = temporaryFolder("key");
  onTestFinished(() => folder.remove());
});

const inFolder = (name: string): string => join(folder.path, name);
const keyFile = (): string => inFolder("secret.key");
const wholeFolder = (): void => cpSync(workspace.dir, folder.path, { recursive: true });
const DATABASE = "countersign.db";
const bareDatabase = (): void => copyFileSync(join(workspace.dir, DATABASE), inFolder(DATABASE));

describe("law 9: a key that is lost is never replaced", () => {
  test.each<[string, () => void]>([
    ["the database alone, in a folder of its own", bareDatabase],
    [
      "a folder without its key",
      () => {
        wholeFolder();
        rmSync(keyFile());
      },
    ],
    [
      "an older version's database alone",
      () => {
        bareDatabase();
        downgradeWorkspace(folder.path);
      },
    ],
  ])("%s is refused with what to do, and stays as it is", async (_, made) => {
    made();
    const before = readFileSync(inFolder(DATABASE));
    const names = readdirSync(folder.path);
    const opening = openWorkspace({ dir: folder.path });
    await expect(opening).rejects.toMatchObject({
      code: "damaged",
      message: expect.stringMatching(/secret\.key is missing.*Put secret\.key back.*open --read-only --workspace/),
    });
    await expect(opening).rejects.toThrow(folder.path);
    expect(existsSync(keyFile())).toBe(false);
    expect(readdirSync(folder.path)).toEqual(names);
    expect(readFileSync(inFolder(DATABASE)).equals(before)).toBe(true);
  });

  test("another key is refused at the opening, and not at the first run", async () => {
    wholeFolder();
    writeFileSync(keyFile(), Buffer.alloc(32, 7));
    await expect(openWorkspace({ dir: folder.path })).rejects.toMatchObject({
      code: "damaged",
      message: expect.stringMatching(/secret\.key is not the one that this database was written with.*Put the right/),
    });
    expect(readFileSync(keyFile()).equals(Buffer.alloc(32, 7))).toBe(true);
  });

  test("a database alone with its key beside it is a workspace", async () => {
    bareDatabase();
    copyFileSync(join(workspace.dir, "secret.key"), keyFile());
    const host = await openWorkspace({ dir: folder.path });
    expect(must(host.instances.accessLinks(id))).toEqual(await linksOfTheWhole());
    await host.close();
    expect(readdirSync(folder.path)).toContain("workspace.json");
  });

  async function linksOfTheWhole() {
    const host = openWorkspaceReadOnly({ dir: workspace.dir });
    const links = must(host.instances.accessLinks(id));
    await host.close();
    return links;
  }

  test.each<[string, () => void, RegExp]>([
    ["is missing", () => undefined, /secret\.key is missing/],
    ["is another one", () => writeFileSync(keyFile(), Buffer.alloc(32, 7)), /is not the one/],
  ])("a database alone is looked at where the key %s: what it protects shows as not readable", async (_, made, why) => {
    bareDatabase();
    made();
    const log: string[] = [];
    const host = openWorkspaceReadOnly({ dir: folder.path, log: ({ message }) => log.push(message) });
    expect(log).toEqual([expect.stringMatching(why)]);
    expect(must(host.instances.get(id)).id).toBe(id);
    const [link] = Object.values(must(host.instances.accessLinks(id)));
    expect(link).toMatch(/\/\(not readable\)$/);
    const [mail] = host.mailbox.list({ instanceId: id, limit: 10 }).items;
    expect(must(host.mailbox.get(mail?.id ?? "")).text).toContain("(not readable)");
    await host.close();
    expect(readdirSync(folder.path)).not.toContain("workspace.json");
  });
});

describe("U5: a seal certificate that cannot be used is refused at the opening, and not at the first seal", () => {
  const certificateFile = (): string => inFolder("seal-certificate.json");
  /** Of a key of its own, under this workspace's `secret.key`. */
  const withAnothersKey = (): string => {
    const { privateKey } = generateKeyPairSync("ed25519");
    const key = openSecretBox(keyFile()).protect(privateKey.export({ format: "der", type: "pkcs8" }));
    return replaced({ protectedKey: Buffer.from(key).toString("base64") });
  };
  const replaced = (change: object): string =>
    JSON.stringify({ ...JSON.parse(readFileSync(certificateFile(), "utf8")), ...change });
  const ofAnother = Buffer.from(openSecretBoxOf(Buffer.alloc(32, 7)).protect(Buffer.from("x"))).toString("base64");

  function openSecretBoxOf(key: Buffer) {
    using other = temporaryFolder("other-key");
    writeFileSync(join(other.path, "secret.key"), key);
    return openSecretBox(join(other.path, "secret.key"));
  }

  test.each<[string, () => string, RegExp]>([
    ["cut short", () => readFileSync(certificateFile(), "utf8").slice(0, 400), /is not what Countersign writes/],
    ["something else", () => "null", /is not what Countersign writes/],
    ["no certificate", () => replaced({ certificate: "x" }), /holds no certificate/],
    ["another workspace's", () => replaced({ protectedKey: ofAnother }), /does not open with the workspace's key/],
    ["one of another key", withAnothersKey, /a signing key that is not its certificate's/],
  ])("%s: with what to do, nothing is changed, and it is looked at all the same", async (_, spoilt, why) => {
    wholeFolder();
    writeFileSync(certificateFile(), spoilt());
    rmSync(inFolder("lock.db"));
    const before = readFileSync(inFolder(DATABASE));
    const names = readdirSync(folder.path);
    const opening = openWorkspace({ dir: folder.path });
    await expect(opening).rejects.toMatchObject({ code: "damaged", message: expect.stringMatching(why) });
    await expect(opening).rejects.toThrow(certificateFile());
    await expect(opening).rejects.toThrow(/Put the file back.*or move it away.*Nothing was changed.*open --read-only/);
    expect(readdirSync(folder.path)).toEqual(names);
    expect(readFileSync(inFolder(DATABASE)).equals(before)).toBe(true);
    expect(messages((await verifyWorkspace(folder.path)).problems)).toEqual([expect.stringMatching(why)]);
    const host = openWorkspaceReadOnly({ dir: folder.path, log: ({ message }) => expect.fail(message) });
    expect(must(host.instances.get(id)).id).toBe(id);
    await host.close();
  });

  test("one that an editor saved with a byte order mark and its own line ends is used as it is", async () => {
    wholeFolder();
    const saved = `\ufeff${readFileSync(certificateFile(), "utf8").replaceAll("\n", "\r\n")}`;
    writeFileSync(certificateFile(), saved);
    const host = await openWorkspace({ dir: folder.path });
    await playAll(host, id);
    expect(must(host.instances.get(id)).status).toBe("completed");
    await host.close();
    expect(await verifyWorkspace(folder.path)).toMatchObject({ whole: true, seals: 2 });
    expect(readFileSync(certificateFile(), "utf8")).toBe(saved);
  });

  test("an older version's is not upgraded with it", async () => {
    wholeFolder();
    downgradeWorkspace(folder.path);
    writeFileSync(certificateFile(), "{");
    await expect(openWorkspace({ dir: folder.path })).rejects.toThrow(/is not what Countersign writes/);
    expect(readdirSync(folder.path)).not.toContain("backups");
  });

  test("one that is gone is reported, and the next seal makes a new one: what was sealed before stays valid", async () => {
    wholeFolder();
    rmSync(certificateFile());
    const reported = expect.stringMatching(/seal certificate .* is missing.*keeps the one.*put the file back/);
    expect(messages((await verifyWorkspace(folder.path)).problems)).toEqual([reported]);
    const log: LogEntry[] = [];
    const host = await openWorkspace({ dir: folder.path, log: (entry) => log.push(entry) });
    expect(log).toMatchObject([{ level: "warn", message: reported }]);
    await playAll(host, id);
    expect(must(host.instances.get(id)).status).toBe("completed");
    await host.close();
    expect(await verifyWorkspace(folder.path)).toMatchObject({ whole: true, seals: 2 });
  });

  test("a workspace that never sealed has none, and nothing is reported of it", async () => {
    const fresh = await testWorkspace({}, null);
    onTestFinished(() => fresh.dispose());
    await startSmall(fresh.host, {}, { clock: { virtual: "new", at: AT } });
    await fresh.reopen();
    expect(readdirSync(fresh.dir)).not.toContain("seal-certificate.json");
    expect(fresh.log).toEqual([]);
    expect(await verifyWorkspace(fresh.dir)).toMatchObject({ whole: true, problems: [] });
  });

  const messages = (problems: readonly VerifyProblem[]) => problems.map(({ message }) => message);
});

describe("Crash and limits: a folder in a file's place, and a file in a folder's, is named with what to do", () => {
  const FILES = [DATABASE, `${DATABASE}-wal`, `${DATABASE}-shm`, "lock.db", "lock.pid"];
  const KEYS = ["secret.key", "seal-certificate.json"];
  test.each([...FILES, ...KEYS, "blobs", "backups"])("%s", async (name) => {
    wholeFolder();
    const isFolder = name === "blobs" || name === "backups";
    rmSync(inFolder(name), { recursive: true, force: true });
    if (isFolder) writeFileSync(inFolder(name), "x");
    else mkdirSync(inFolder(name));
    const names = readdirSync(folder.path);
    const [is, not] = isFolder ? ["a file", "a folder"] : ["a folder", "a file"];
    const reported = `${inFolder(name)} is ${is}, and Countersign keeps ${not} by that name. Move it to another place, `;
    await expect(openWorkspace({ dir: folder.path })).rejects.toMatchObject({
      ...{ name: "StoreError", code: "damaged" },
      message: expect.stringMatching(/Nothing was changed\.$/),
    });
    await expect(openWorkspace({ dir: folder.path })).rejects.toThrow(reported);
    expect(readdirSync(folder.path)).toEqual(names);
    const looked = await verifyWorkspace(folder.path).catch((error: unknown) => error);
    const found = looked instanceof StoreError ? [looked] : (looked as VerifyReport).problems;
    expect(found).toContainEqual(expect.objectContaining({ message: expect.stringContaining(reported) }));
    expect(found.filter(({ message }) => message.includes(reported))).toHaveLength(1);
    if (name === DATABASE || name.endsWith("-wal")) return;
    const host = openWorkspaceReadOnly({ dir: folder.path });
    expect(must(host.instances.get(id)).id).toBe(id);
    await host.close();
  });

  test("workspace.json, which nothing needs: told, and opened all the same", async () => {
    wholeFolder();
    rmSync(inFolder("workspace.json"));
    mkdirSync(inFolder("workspace.json"));
    const reported = {
      message: expect.stringContaining("workspace.json is not what Countersign writes (it is a folder)"),
    };
    expect((await verifyWorkspace(folder.path)).problems).toMatchObject([reported]);
    const log: LogEntry[] = [];
    await (await openWorkspace({ dir: folder.path, log: (entry) => log.push(entry) })).close();
    expect(log).toMatchObject([reported]);
  });
});
