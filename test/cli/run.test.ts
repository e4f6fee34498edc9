import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { zipSync } from "fflate";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { RunResult } from "../../src-main/cli/run-report.ts";
import { verifyWorkspace } from "../../src-main/verification/index.ts";
import { command, countersign, type Finished, finished, startCommand } from "../harness/command.ts";
import { isSealed } from "../harness/pdfsig.ts";
import { smallDisk } from "../harness/small-disk.ts";
import { copyFolder, type TemporaryFolder, temporaryFolder } from "../harness/temporary.ts";
import { EXAMPLES } from "../harness/workspace.ts";

let folder: TemporaryFolder;
beforeEach(() => {
  folder = temporaryFolder("cli-run");
});
afterEach(() => folder.remove());

/** The PDF of the example "nda". */
const NDA = "Mutual Non-Disclosure Agreement.pdf";
const example = (name: string) => path.join(EXAMPLES, name, `${name}.flow.yaml`);
/** The command's temporary folders land in the test's own. */
const run = (...args: readonly string[]) => countersign(["run", ...args], { env: { TMPDIR: folder.path } });

/** A workspace that has its seal certificate, for runs whose subject is not how one is made. */
function madeWorkspace(dir: string): string {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  copyFolder(process.env.COUNTERSIGN_TEST_TEMPLATE ?? "", dir);
  return dir;
}

/** The result of a run that must be completed, with seals that poppler finds valid. */
function completed({ code, out, err }: Finished): RunResult {
  expect(err).toBe("");
  expect(code).toBe(0);
  const result = JSON.parse(out) as RunResult;
  expect(result.instance.status).toBe("completed");
  for (const { path: file } of result.documents) expect(isSealed(file), file).toBe(true);
  expect(result.history.map(({ seq }) => seq)).toEqual(result.history.map((_, index) => index + 1));
  return result;
}

const documentsOf = ({ documents }: RunResult) => documents.map(({ name }) => name).sort();
const confirmationsOf = ({ mail }: RunResult) =>
  mail.filter(({ kind, method }) => kind === "confirmation" && method === "email");

describe("countersign run", () => {
  test.each([
    ["employment", ["contract"], "a temporary workspace"],
    ["board", ["resolution"], "one that is there"],
  ])("promise 1: the example %s completes, and poppler finds every seal valid", async (name, documents, where) => {
    const made = where === "one that is there" ? ["--workspace", madeWorkspace(path.join(folder.path, "made"))] : [];
    const result = completed(await run("--json", ...made, example(name)));
    expect(documentsOf(result)).toEqual(documents);
    expect(confirmationsOf(result).length).toBeGreaterThanOrEqual(2);
    expect(result.callbacks.map(({ type }) => type)).toContain("completed");
  });

  test("Files: a zip of a flow and its PDF runs as the flow file does", async () => {
    const zip = path.join(folder.path, "nda.zip");
    const files = {
      "nda.flow.yaml": readFileSync(example("nda")),
      [NDA]: readFileSync(path.join(EXAMPLES, "nda", NDA)),
    };
    writeFileSync(zip, zipSync(files));
    const made = madeWorkspace(path.join(folder.path, "made"));
    expect(documentsOf(completed(await run("--json", "--workspace", made, zip)))).toEqual(["nda"]);
  });

  describe("the loan with its reminders, and a receiver of its callbacks", () => {
    let kept: TemporaryFolder;
    let played: Finished;
    beforeAll(async () => {
      kept = temporaryFolder("cli-run-loan");
      madeWorkspace(kept.path);
      played = await command(["run", "--json", "--receiver", "--reminders", "--workspace", kept.path, example("loan")]);
    });
    afterAll(() => kept.remove());

    test("promise 1: completes, and poppler finds every seal valid", () => {
      const result = completed(played);
      expect(documentsOf(result)).toEqual(["guarantee", "loan"]);
      expect(confirmationsOf(result).length).toBeGreaterThanOrEqual(2);
    });

    test("the receiver gets every callback, in order, as the list tells it", () => {
      const { received, callbacks } = completed(played);
      const bodies = received as { type: string; sequence: number }[];
      expect(bodies.map(({ sequence }) => sequence)).toEqual(callbacks.map(({ sequence }) => sequence));
      expect(bodies.map(({ type }) => type)).toEqual(callbacks.map(({ type }) => type));
      expect(callbacks.every(({ state }) => state === "delivered")).toBe(true);
      expect(bodies.map(({ type }) => type)).toEqual(expect.arrayContaining(["custom", "completed"]));
    });

    test("C1: --reminders lets the reminders come before anybody acts", () => {
      const { mail } = completed(played);
      expect(mail.filter(({ kind }) => kind === "reminder").map(({ to }) => to)).toContain("henrik.dahl@example.test");
    });
  });

  test("without --json it tells people what happened, and that it was simulated", async () => {
    const { code, out } = await run("--workspace", madeWorkspace(path.join(folder.path, "kept")), example("nda"));
    expect(code).toBe(0);
    expect(out).toMatch(/^Mutual NDA with Halvorsen & Lind \(SIMULATED\)\nInstance \S+: completed\n/);
    expect(out).toMatch(/\n {2}nda: \S+nda\.pdf \(seal verifies\)\n/);
    expect(existsSync(path.join(folder.path, "kept", "sealed"))).toBe(true);
  });

  test("the history is shown in the flow's own time zone, as its sentences are, and names it", async () => {
    const made = madeWorkspace(path.join(folder.path, "made"));
    const { code, out } = await run("--reminders", "--workspace", made, example("loan"));
    expect(code).toBe(0);
    expect(out).toContain("\nHistory (Europe/Stockholm)\n");
    // The first reminder comes at its planned minute.
    const planned = /A reminder to (\w+) was planned for (\S+ \d\d:\d\d)/.exec(out);
    expect(out).toContain(`${planned?.[2]}  A reminder to ${planned?.[1]} was sent`);
  });

  test.each(["SIGINT", "SIGTERM"] as const)("%s removes its temporary workspace, and says so", async (signal) => {
    const child = startCommand(["run", example("loan")], { env: { TMPDIR: folder.path } });
    const ended = finished(child);
    await expect.poll(() => globSync("*/countersign.db", { cwd: folder.path }), { timeout: 20_000 }).toHaveLength(1);
    child.kill(signal);
    expect(await ended).toEqual({
      code: 1,
      out: "",
      err: "Stopped before the run had ended; its temporary workspace was removed.\n",
    });
    expect(readdirSync(folder.path)).toEqual([]);
  });

  test("a run whose evidence cannot be written in the end says where its temporary workspace is kept", async () => {
    const target = path.join(folder.path, "out");
    mkdirSync(target);
    const child = startCommand(["run", "--bundle", path.join(target, "run.asice"), example("loan")], {
      env: { TMPDIR: folder.path },
    });
    const ended = finished(child);
    const workspaces = () => globSync("countersign-*", { cwd: folder.path });
    await expect.poll(workspaces, { timeout: 20_000 }).toHaveLength(1);
    rmSync(target, { recursive: true });
    const kept = path.join(folder.path, workspaces()[0] ?? "");
    const { code, out, err } = await ended;
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(
      `The run is kept in ${kept}: look at it with \`countersign open --workspace ${kept}\`, or remove that folder.\n`,
    );
    expect(err).toContain("The evidence was not written to");
    expect((await verifyWorkspace(kept)).whole).toBe(true);
  });

  test("SIGINT leaves a workspace that was named as it is, and says where the run is", async () => {
    const kept = path.join(folder.path, "kept");
    const child = startCommand(["run", "--workspace", kept, example("loan")]);
    const ended = finished(child);
    await expect.poll(() => existsSync(path.join(kept, "countersign.db")), { timeout: 20_000 }).toBe(true);
    child.kill("SIGINT");
    expect(await ended).toEqual({
      code: 1,
      out: "",
      err: `Stopped before the run had ended; the workspace ${kept} holds what it came to.\n`,
    });
    expect((await verifyWorkspace(kept)).problems).toEqual([]);
  });

  test("a broken file: exit 1, each problem with its place, and nothing left behind", async () => {
    const file = path.join(folder.path, "broken.flow.yaml");
    writeFileSync(file, 'process:\n  dsl-version: "0.3.0"\n  stagess: []\n');
    const { code, out, err } = await run(file);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    const lines = err.trimEnd().split("\n");
    expect(lines[0]).toBe(`${file}: The flow has problems and was not started.`);
    expect(lines.filter((line) => line.includes("did you mean"))).toEqual([
      expect.stringContaining(`${file}:3:3: error S003: `),
    ]);
    expect(readdirSync(folder.path)).toEqual(["broken.flow.yaml"]);
  });

  test("a refused start has the places of the file, of a zip too, although its paths became ids and its callback another", async () => {
    const text = readFileSync(example("nda"), "utf8")
      .replace(/^(\s*documents:)\n.*\n/m, `$1 { nda: "./${NDA}", «other»: "./${NDA}" }\n`)
      .replace(/^process:/m, "callback:\n  url: http://127.0.0.1:9/\n\n  version: 1\nprocess:");
    const broken = text.replace("«other»", '"a\\u0007"');
    const place = broken.slice(0, broken.indexOf('"a\\u0007"')).split("\n");
    const file = path.join(folder.path, "nda.flow.yaml");
    const zip = path.join(folder.path, "nda.zip");
    const pdf = readFileSync(path.join(EXAMPLES, "nda", NDA));
    writeFileSync(file, broken);
    writeFileSync(path.join(folder.path, NDA), pdf);
    writeFileSync(zip, zipSync({ "nda.flow.yaml": new TextEncoder().encode(broken), [NDA]: pdf }));
    const { err } = await run("--receiver", file);
    expect(err).toContain(`${file}:${place.length}:${(place.at(-1)?.length ?? 0) + 1}: error N004: `);
    const { err: ofZip } = await run("--receiver", zip);
    expect(ofZip).toContain(`${zip}:${place.length}:`);
    expect(ofZip).toContain(": error N004: ");
  });

  test("a PDF that is not there: one sentence with the file, the line and what to do", async () => {
    const file = path.join(folder.path, "nda.flow.yaml");
    copyFileSync(example("nda"), file);
    const { code, err } = await run(file);
    expect(code).toBe(1);
    expect(err).toBe(
      `${file}, line 30: the document "nda" (./${NDA}) was refused, so nothing was imported: ` +
        "there is no such file. Check the path, which is relative to the flow file.\n",
    );
  });

  test.for([64, 600, 1000, 1100, 1300, 1600, 2100, 4096])(
    "Crash and limits: on a disk of %i KiB, exit 0 means completed and sealed; a full one is told in a sentence",
    async (kibibytes, { skip }) => {
      const disk = smallDisk(kibibytes);
      if (disk === null) return skip("Only root may mount a small disk.");
      const dir = path.join(disk, "workspace");
      // Less has no room for a workspace, with which a run begins.
      if (kibibytes > 1_200) madeWorkspace(dir);
      const { code, out, err } = await run("--json", "--workspace", dir, example("loan"));
      if (code === 0) {
        const { instance, documents } = JSON.parse(out) as RunResult;
        expect(instance.status).toBe("completed");
        expect(documents.map(({ path: file }) => isSealed(file))).toEqual([true, true]);
        return;
      }
      expect({ code, out }).toEqual({ code: 2, out: "" });
      expect(err).toMatch(/^[^\n]*(is full|disk failed)[^\n]*\n$/);
    },
  );

  test("exit 2 and one sentence for a flow file that is not there", async () => {
    const file = path.join(folder.path, "gone.flow.yaml");
    const { code, out, err } = await run(file);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toBe(`The flow file ${file} cannot be read: there is no such file. Check the path.\n`);
  });
});

test("run says where no temporary folder can be made, and what to name instead", async () => {
  const missing = "/nonexistent/countersign-tmp";
  const ran = await countersign(["run", path.join(EXAMPLES, "nda/nda.flow.yaml")], { env: { TMPDIR: missing } });
  expect(ran).toMatchObject({
    code: 2,
    out: "",
    err: expect.stringMatching(
      /^No temporary folder could be made in \/nonexistent\/countersign-tmp \(ENOENT: .+\): name a workspace folder with --workspace, or another place in the variable TMPDIR\.\n$/,
    ),
  });
});

test("a machine whose TZ is a path runs flows, in UTC", async () => {
  const options = { env: { TZ: ":/etc/localtime", TMPDIR: folder.path } };
  const made = madeWorkspace(path.join(folder.path, "made"));
  const ran = await command(["run", example("nda"), "--json", "--workspace", made], options);
  expect(completed(ran)).toMatchObject({ instance: { timeZone: "UTC" } });
});
