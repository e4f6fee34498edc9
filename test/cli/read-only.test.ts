import { createHash } from "node:crypto";
import { chmodSync, cpSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { ensureRenderer } from "../../scripts/build-renderer.ts";
import { serveProcedure } from "../../src-main/bridge/index.ts";
import { READ_ONLY } from "../../src-main/host/errors.ts";
import { openAppReadOnly } from "../../src-main/read-only-app.ts";
import { procedures } from "../../src-shared/bridge/index.ts";
import { AT, startSmall } from "../fixtures/small-flow.ts";
import { startApp } from "../harness/app.ts";
import { command, countersign } from "../harness/command.ts";
import { downgradeWorkspace, OLD_VERSION } from "../harness/downgrade-workspace.ts";
import { smallDisk } from "../harness/small-disk.ts";
import { EXAMPLES, must, mustFail, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";

beforeAll(async () => {
  await ensureRenderer();
}, 120_000);

let workspace: TestWorkspace;
let id: string;
beforeEach(async () => {
  workspace = await testWorkspace();
  id = (await startSmall(workspace.host, {}, { clock: { virtual: "new", at: AT } })).id;
  await workspace.host.idle();
});
afterEach(() => workspace.dispose());

/** Leaves the workspace as a newer Countersign might have: another version, and the changes of `change`. */
async function madeNewer(change = "ALTER TABLE instances ADD COLUMN colour TEXT"): Promise<void> {
  await workspace.host.close();
  const db = new Database(path.join(workspace.dir, "countersign.db"));
  db.exec(change);
  db.pragma("user_version = 99");
  db.pragma("wal_checkpoint(TRUNCATE)");
  db.close();
}

/** Leaves the workspace as an older Countersign might have. */
async function madeOlder(): Promise<void> {
  await workspace.host.close();
  downgradeWorkspace(workspace.dir);
}

/** A folder and files that may be read and not written to, by a user whom that binds. */
function madeUnwritable(): { readonly uid?: number } {
  for (const file of readdirSync(workspace.dir, { recursive: true, withFileTypes: true }))
    chmodSync(path.join(file.parentPath, file.name), file.isDirectory() ? 0o555 : 0o444);
  chmodSync(workspace.dir, 0o555);
  return process.getuid?.() === 0 ? { uid: 65_534 } : {};
}

/** Of everything that a newer version would miss, also while a reader keeps an empty log and its index beside the database. */
function contents(): readonly string[] {
  const files = readdirSync(workspace.dir, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  return files
    .map((file) => path.join(file.parentPath, file.name))
    .filter((file) => !file.endsWith("-shm") && !file.endsWith("-wal"))
    .map((file) => `${file} ${createHash("sha256").update(readFileSync(file)).digest("hex")}`)
    .sort();
}

const look = () =>
  openAppReadOnly({
    dir: workspace.dir,
    rendererDir: workspace.dir,
    examplesDir: EXAMPLES,
    version: "0.0.0",
    log: ({ message }) => expect.fail(message),
  });

describe("Crash and limits: a newer version's workspace is looked at and exported from, and never written to", () => {
  test("`open` and `serve` refuse it, and say how it can be looked at", async () => {
    await madeNewer();
    for (const args of [["open", "--no-browser"], ["serve"]]) {
      const { code, err } = await countersign([...args, "--workspace", workspace.dir]);
      expect(code).toBe(2);
      expect(err).toContain(`countersign open --read-only --workspace ${workspace.dir}`);
    }
  });

  test("an empty workspace has no histories to list, and says so beside the list", async () => {
    const empty = await testWorkspace();
    onTestFinished(empty.dispose);
    expect(await countersign(["history", empty.dir])).toEqual({
      code: 0,
      out: "",
      err: `No instance is in ${empty.dir} yet: start a flow in the app, or with \`countersign run FILE --workspace DIR\`.\n`,
    });
  });

  test("its histories are exported on the command line", async () => {
    const before = await countersign(["history", workspace.dir, id]);
    await madeNewer();
    const bytes = contents();
    const names = readdirSync(workspace.dir);
    expect(await countersign(["history", workspace.dir, id])).toEqual(before);
    expect(contents()).toEqual(bytes);
    expect(readdirSync(workspace.dir)).toEqual(names);
  });

  test("the app shows it; every procedure that would change something is refused, and not a byte changes", async () => {
    await madeNewer();
    const bytes = contents();
    const app = look();
    const call = (name: string, input: unknown) => serveProcedure(app.handlers, () => expect.fail(), name, input);
    expect(await call("workspace.info", {})).toMatchObject({ value: { readOnly: true } });
    expect(await call("instances.list", {})).toMatchObject({ value: { items: [{ id, status: "in_progress" }] } });
    expect(await call("instances.get", { id })).toMatchObject({
      value: { id, operations: { cancel: expect.stringContaining("is read-only") } },
    });
    expect(await call("instances.history", { id })).toMatchObject({ ok: true });
    expect(await app.file(`histories/${id}.csv`)).not.toBeNull();
    const clock = (await app.host.clocks.list()).find(({ virtual }) => virtual)?.id;
    const changes = [
      ["instances.cancel", { id }],
      ["instances.fork", { id, seq: 1 }],
      ["clocks.play", { id: clock, speed: 60 }],
      ["clocks.advance", { id: clock, target: { toNextDue: true } }],
      ["drafts.create", { text: "title: New" }],
      ["drafts.bringBack", { id: "1", key: "gone" }],
    ] as const;
    for (const [name, input] of changes)
      expect(await call(name, input), name).toMatchObject({ ok: false, error: { code: "storage_error" } });
    expect(await app.upload("a.pdf", new Uint8Array())).toMatchObject({ ok: false });
    await app.close();
    expect(contents()).toEqual(bytes);
  });

  test("the store under it takes no write, whoever asks for one", async () => {
    await workspace.host.close();
    const bytes = contents();
    const { host, close } = look();
    const { code, message, details } = mustFail<unknown>(await host.instances.cancel(id));
    expect([code, message, details]).toEqual(["server_error", READ_ONLY, { store: "read_only" }]);
    expect(must(host.instances.get(id)).id).toBe(id);
    await close();
    expect(contents()).toEqual(bytes);
  });

  test("no procedure is left open by being forgotten: whatever is not known to ask only is refused", async () => {
    const app = look();
    const asks =
      /\.(info|list|get|history|compare|versions?|export|exportBundle|previewRetention|outbound|login|faults|server|signingSecret|passwordHeld|file|fileTexts|replayed|certificate|rules|raw|drawing|recipients|find|count)$|^evidence\./;
    for (const name of Object.keys(procedures) as (keyof typeof procedures)[]) {
      if (asks.test(name) || name === "settings.set") continue;
      const handler = app.handlers[name] as (input: unknown) => Promise<unknown>;
      expect(await handler({ id }), name).toMatchObject({ ok: false, error: { code: "storage_error" } });
    }
    await app.close();
  });

  test("one that keeps things otherwise is refused with what is gone, and no looking is offered", async () => {
    await madeNewer("ALTER TABLE instances RENAME COLUMN stage TO phase");
    const open = ["open", "--no-browser", "--workspace", workspace.dir];
    for (const args of [["history", workspace.dir, id], open]) {
      const { code, out, err } = await countersign(args);
      expect([args[0], code]).toEqual([args[0], 2]);
      expect(out + err).toMatch(/keeps things otherwise \(instances\.stage\).*Update Countersign/);
      expect(out + err).not.toContain("--read-only");
    }
    expect(look).toThrow(expect.objectContaining({ code: "too_new" }));
  });

  test("a workspace that is open elsewhere can be looked at beside it", async () => {
    const app = look();
    expect(app.host.instances.count()).toBe(1);
    expect((await workspace.host.instances.cancel(id)).ok).toBe(true);
    await app.close();
  });
});

describe("Crash and limits: an older version's workspace is looked at as it is", () => {
  test.each([
    ["in a folder that may be written to", () => ({})],
    ["in a read-only folder", madeUnwritable],
  ])("%s: its history, its verification and the app, and not a byte changes", async (_, made) => {
    const expected = await countersign(["history", workspace.dir, id]);
    await madeOlder();
    const user = made();
    const bytes = contents();
    const { out, code, err } = await command(["history", workspace.dir, id], user);
    expect({ out, code }).toEqual({ out: expected.out, code: 0 });
    expect(err).toMatch(
      new RegExp(
        `^info: A temporary copy of .* is upgraded from version ${OLD_VERSION} to \\d+ to be looked at; the workspace`,
      ),
    );
    const verified = await command(["verify", workspace.dir], user);
    expect(verified).toMatchObject({ code: 0, out: expect.stringContaining(": whole (1 instance") });
    const app = await startApp({ workspace: workspace.dir, readOnly: true, ...user });
    onTestFinished(app.kill);
    expect((await fetch(app.url)).status).toBe(200);
    await app.stop();
    expect(contents()).toEqual(bytes);
  });

  test("a temporary folder without room for the copy is named, and nothing is said of a change", async ({ skip }) => {
    const disk = smallDisk(64);
    if (disk === null) return skip("Only root may mount a small disk.");
    await madeOlder();
    const { code, err } = await countersign(["verify", workspace.dir], { env: { TMPDIR: disk } });
    expect(code).toBe(2);
    expect(err).toContain(`The temporary folder ${disk} has no room for what is needed to read`);
    expect(err).toContain(path.join(workspace.dir, "countersign.db"));
    expect(err).toMatch(/The workspace was left as it is.*TMPDIR/);
    expect(err).not.toContain("not saved");
  });

  test("a copy that its upgrade put into backups is looked at in its place", async () => {
    const expected = await countersign(["history", workspace.dir, id]);
    await madeOlder();
    const { host, log } = await workspace.reopen().then(() => workspace);
    expect(log.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        new RegExp(
          `^The workspace's database \\(\\d+ kB\\) is upgraded from version ${OLD_VERSION} to \\d+, after a copy`,
        ),
      ),
    ]);
    await host.close();
    const [copy = ""] = readdirSync(path.join(workspace.dir, "backups"));
    cpSync(path.join(workspace.dir, "backups", copy), path.join(workspace.dir, "countersign.db"));
    const bytes = contents();
    expect(await countersign(["history", workspace.dir, id])).toMatchObject({ code: 0, out: expected.out });
    expect(contents()).toEqual(bytes);
  });
});

describe("Crash and limits: a workspace that may not be written to is looked at, exported from and verified", () => {
  const copies = () => readdirSync(tmpdir()).filter((name) => name.startsWith("countersign-look-"));

  test("also while its last commits are in the write-ahead log only", async () => {
    const expected = await countersign(["history", workspace.dir, id]);
    const db = new Database(path.join(workspace.dir, "countersign.db"));
    db.prepare("SELECT count(*) FROM events").get();
    rmSync(path.join(workspace.dir, "countersign.db-shm"));
    const user = madeUnwritable();
    const bytes = contents();
    expect(await command(["history", workspace.dir, id], user)).toEqual(expected);
    expect(await command(["history", workspace.dir], user)).toMatchObject({ code: 0, err: "" });
    expect(contents()).toEqual(bytes);
    db.close();
  });

  test("`open --read-only` shows it, and `open` says so; nothing is left behind", async () => {
    await workspace.host.close();
    const user = madeUnwritable();
    const before = copies();
    const open = ["open", "--no-browser", "--workspace", workspace.dir];
    const refused = await command(open, user);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain(`countersign open --read-only --workspace ${workspace.dir}`);
    const app = await startApp({ workspace: workspace.dir, readOnly: true, ...user });
    onTestFinished(app.kill);
    expect((await fetch(app.url)).status).toBe(200);
    expect(copies()).toEqual(before);
    await app.stop();
    expect(app.log()).toBe("");
  });

  test("`verify` finds it whole, and names a key or a database that may not be read", async () => {
    await workspace.host.close();
    const user = madeUnwritable();
    const whole = await command(["verify", workspace.dir], user);
    expect(whole).toMatchObject({ code: 0, out: expect.stringContaining(": whole (1 instance") });
    for (const [name, exit] of [
      ["secret.key", 1],
      ["countersign.db", 2],
    ] as const) {
      chmodSync(path.join(workspace.dir, name), 0);
      const { code, out, err } = await command(["verify", workspace.dir], user);
      expect([name, code]).toEqual([name, exit]);
      expect(out + err).toContain(`${path.join(workspace.dir, name)} cannot be read (EACCES). Ask the owner`);
    }
  });
});
