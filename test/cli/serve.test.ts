import { once } from "node:events";
import { cpSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { createInterface } from "node:readline";
import Database from "better-sqlite3";
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { ensureRenderer } from "../../scripts/build-renderer.ts";
import { command, countersign, startCommand } from "../harness/command.ts";
import { fillDisk, smallDisk } from "../harness/small-disk.ts";
import { type TemporaryFolder, temporaryFolder } from "../harness/temporary.ts";
import { type ClosedWorkspace, closedWorkspace } from "../harness/workspace.ts";

let folder: TemporaryFolder;
beforeAll(async () => {
  await ensureRenderer();
}, 120_000);
beforeEach(() => {
  folder = temporaryFolder("cli-serve");
});
afterEach(() => folder.remove());

const inFolder = (name: string) => path.join(folder.path, name);
const secret = z.string().min(20);
const readyLine = z.strictObject({
  event: z.literal("ready"),
  base_url: z.string().regex(/^http:\/\/127\.0\.0\.1:\d+$/),
  app_url: z.string().regex(/^http:\/\/127\.0\.0\.1:\d+\/open#code=[\w-]{43}$/),
  email: z.email(),
  password: secret.optional(),
  apitoken: secret,
  apisecret: secret,
  accesstoken: secret,
  accesssecret: secret,
});
type Ready = z.output<typeof readyLine>;

interface Served {
  readonly ready: Ready;
  /** Sends SIGTERM; the exit code, and what else it wrote to stdout. */
  stop(): Promise<{ readonly code: number | null; readonly rest: readonly string[] }>;
}

async function serve(...args: readonly string[]): Promise<Served> {
  const child = startCommand(["serve", "--workspace", inFolder("workspace"), ...args]);
  // A test that fails half-way leaves no process behind.
  onTestFinished(() => void child.kill("SIGKILL"));
  if (child.stdout === null || child.stderr === null) throw new Error("serve's outputs are not piped");
  child.stderr.resume();
  const lines = createInterface({ input: child.stdout });
  const rest: string[] = [];
  const [first] = (await once(lines, "line")) as [string];
  lines.on("line", (line) => rest.push(line));
  return {
    ready: readyLine.parse(JSON.parse(first)),
    async stop() {
      child.kill("SIGTERM");
      const [code] = (await once(child, "exit")) as [number | null];
      return { code, rest };
    },
  };
}

const authorization = ({ apitoken, apisecret, accesstoken, accesssecret }: Ready) =>
  `OAuth oauth_signature_method="PLAINTEXT", oauth_consumer_key="${apitoken}", ` +
  `oauth_token="${accesstoken}", oauth_signature="${apisecret}&${accesssecret}"`;

async function retention(ready: Ready): Promise<{ status: number; body: unknown }> {
  const headers = { authorization: authorization(ready) };
  const answer = await fetch(`${ready.base_url}/flow/folders/home/data_retention`, { headers });
  return { status: answer.status, body: await answer.json() };
}

describe("countersign serve", () => {
  test("one JSON line when it is ready, whose credentials open the service; the password is said once; credentials and port stay, and a port that stands in for a taken one is not remembered", async () => {
    const first = await serve();
    const { ready } = first;
    expect(ready.password).toBeDefined();
    expect(await retention(ready)).toEqual({
      status: 200,
      body: { delete_trashed: null, trash_completed: null, trash_failed: null, trash_timed_out: null },
    });
    expect((await retention({ ...ready, accesssecret: "wrong" })).status).toBe(401);
    expect((await fetch(ready.app_url)).headers.get("content-type")).toMatch(/^text\/html/);
    // SIGTERM ends it with 0.
    expect(await first.stop()).toEqual({ code: 0, rest: [] });

    const taken = createServer().listen(Number(new URL(ready.base_url).port), "127.0.0.1");
    await once(taken, "listening");
    const second = await serve();
    const { password: _, ...kept } = ready;
    expect(second.ready.base_url).not.toBe(ready.base_url);
    expect({ ...second.ready, app_url: "", base_url: "" }).toEqual({ ...kept, app_url: "", base_url: "" });
    await second.stop();
    await new Promise((resolve) => taken.close(resolve));

    // Old links open again once theirs is free.
    const third = await serve();
    expect({ ...third.ready, app_url: "" }).toEqual({ ...kept, app_url: "" });
    await third.stop();
  });

  test("the credentials file: written with mode 0600, read on the next start, also by a new workspace", async () => {
    const file = inFolder("credentials.json");
    const first = await serve("--credentials", file);
    await first.stop();
    expect((statSync(file).mode & 0o777).toString(8)).toBe("600");
    const { event: _, base_url: __, app_url: ___, ...credentials } = first.ready;
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(credentials);
    const before = readFileSync(file, "utf8");

    const other = await serve("--workspace", inFolder("another"), "--credentials", file);
    expect(other.ready).toMatchObject(credentials);
    expect((await retention(other.ready)).status).toBe(200);
    await other.stop();
    expect(readFileSync(file, "utf8")).toBe(before);
  });

  test("C6: with --clock virtual, an hour passes when it is told to", async () => {
    const { ready, stop } = await serve("--clock", "virtual");
    const headers = { authorization: authorization(ready), "content-type": "application/json" };
    const url = `${ready.base_url}/local/clock`;
    const { items } = (await (await fetch(url, { headers })).json()) as { items: { name: string; now: string }[] };
    const before = items.find(({ name }) => name === "default")?.now ?? "";
    const moved = await fetch(url, { method: "POST", headers, body: JSON.stringify({ advance: "PT1H" }) });
    expect(moved.status).toBe(200);
    const after = (await moved.json()) as { now: string; ran: unknown[] };
    expect(Date.parse(after.now) - Date.parse(before)).toBe(3_600_000);
    expect(after.ran).toEqual([]);
    await stop();
  });

  test.each([
    ["no JSON at all", "password: hunter2"],
    ["not credentials", '{"email": "a@example.test"}'],
  ])("a credentials file that holds %s is refused by name, kept, and not shown", async (_, text) => {
    const file = inFolder("credentials.json");
    writeFileSync(file, text);
    const { code, out, err } = await command(["serve", "--workspace", inFolder("w"), "--credentials", file]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(`${file} does not hold credentials`);
    expect(err).not.toMatch(/hunter2| at /);
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  test("a credentials file that cannot be written is refused before the account and its password are made", async () => {
    const file = inFolder("missing/credentials.json");
    const refused = await command(["serve", "--workspace", inFolder("workspace"), "--credentials", file]);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain(`${file} cannot be written: make the folder`);
    expect(existsSync(inFolder("workspace"))).toBe(false);
  });

  test("exit 2 without a workspace, with an impossible port or clock", async () => {
    const w = inFolder("w");
    for (const args of [[], ["--workspace", w, "--port", "70000"], ["--workspace", w, "--clock", "sundial"]]) {
      const { code, out, err } = await countersign(["serve", ...args]);
      expect({ code, out }).toEqual({ code: 2, out: "" });
      expect(err).not.toBe("");
    }
  });
});

describe("a start that fails", () => {
  let workspace: ClosedWorkspace;
  beforeEach(async () => {
    workspace = await closedWorkspace(null);
    await workspace.open();
    await workspace.close();
  });
  afterEach(() => workspace.dispose());

  test.each(["service.port", "app.port"])(
    "where %s cannot be remembered: nothing listens on, and it ends",
    async (key) => {
      const db = new Database(path.join(workspace.dir, "countersign.db"));
      const refused = `ON settings WHEN new."key" = '${key}' BEGIN SELECT RAISE(FAIL, 'not this one'); END`;
      db.exec(`CREATE TRIGGER ti BEFORE INSERT ${refused}; CREATE TRIGGER tu BEFORE UPDATE ${refused}`);
      db.close();
      const child = startCommand(["serve", "--workspace", workspace.dir]);
      onTestFinished(() => void child.kill("SIGKILL"));
      let output = "";
      child.stderr?.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
      expect(await once(child, "close")).toEqual([1, null]);
      expect(output).toContain("not this one");
    },
    15_000,
  );

  test.for([8, 28, 48])(
    "Crash and limits: with %d KiB left on the disk it says that the disk is full, and exits with 2",
    async (left, { skip }) => {
      const disk = smallDisk(4096);
      if (disk === null) return skip("needs the right to mount a small disk");
      const dir = path.join(disk, "workspace");
      cpSync(workspace.dir, dir, { recursive: true });
      const kept = path.join(disk, "kept");
      writeFileSync(kept, Buffer.alloc(left * 1024));
      fillDisk(disk);
      rmSync(kept);
      const { code, err } = await command(["serve", "--workspace", dir]);
      expect(err).toMatch(/ is full .*Free some space/s);
      expect(err).not.toMatch(/fault of its own|Check the disk/);
      expect(code).toBe(2);
    },
  );
});
