import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { describe, expect, test } from "vitest";
import type { SyncReport } from "../../src-main/host/types.ts";
import { uploadPdf } from "../fixtures/small-flow.ts";
import { FUZZ_TIMEOUT, inputs } from "../fuzz/effort.ts";
import { spawnProgram } from "../harness/programs.ts";
import { must } from "../harness/workspace.ts";
import type { Asked, Forwarded } from "./fault-proxy.ts";
import { type Rig, TEXT } from "./rig.ts";
import { scene } from "./scene.ts";

const MEBIBYTE = 1_048_576;
/** What the process may need at most, whatever a service says. */
const MOST_MEBIBYTES = 300;

type Lie = (asked: Asked, answer: Forwarded) => Forwarded;
const says = (fits: (asked: Asked) => boolean, body: () => string | Buffer, headers = {}): Lie => {
  return (asked, answer) =>
    fits(asked)
      ? { status: 200, headers: { "content-type": "application/json", ...headers }, body: Buffer.from(body()) }
      : answer;
};
const get =
  (path: RegExp) =>
  ({ method, path: asked }: Asked): boolean =>
    method === "GET" && path.test(asked);
const draft = get(/^\/flow\/drafts\/\d+$/);
const list = get(/^\/flow\/drafts\?/);
const file = get(/\/files\//);
const run = get(/^\/flow\/instances\/[^/?]+$/);
const changed =
  (fits: (asked: Asked) => boolean, change: (json: Record<string, unknown>) => unknown): Lie =>
  (asked, answer) =>
    fits(asked) && answer.status === 200
      ? { ...answer, body: Buffer.from(JSON.stringify(change(JSON.parse(answer.body.toString())))) }
      : answer;

const begin = scene((rig) => rig.started("Run"));

const honest: Lie = (_asked, answer) => answer;

/** A draft on both sides and a run that was started from here; the service lies when told. */
async function listening() {
  let now = honest;
  const { rig } = await begin({
    disguise: { request: (asked) => asked, answer: (asked, answer) => now(asked, answer) },
  });
  const lies = (lie: Lie) => {
    now = lie;
  };
  return { rig, lies };
}

/** As `listening`, with a new draft there, which is read. */
async function withNews(before: (rig: Rig) => Promise<unknown> = async () => undefined) {
  const { rig, lies } = await listening();
  await before(rig);
  const seen = rig.run();
  must(await rig.remote.host.drafts.createFromText({ text: TEXT.replace("Loan", "There") }));
  return { rig, lies, seen };
}

const wordsOf = ({ unreachable, refused }: SyncReport) =>
  [unreachable ?? "", ...refused.map(({ what, why }) => `${what}: ${why}`)].join("\n");

/** What a sync says to which the service lies. */
async function lied(lie: Lie, before?: (rig: Rig) => Promise<unknown>) {
  const { rig, lies, seen } = await withNews(before);
  lies(lie);
  const report = await rig.sync();
  lies(honest);
  return { rig, report, words: wordsOf(report), seen };
}

/** Syncs of the workspace in a program of its own, whose memory is measured. */
async function program({ workspace }: Rig) {
  await workspace.host.close();
  const child = spawnProgram("test/sync/children/sync-often.ts", [workspace.dir], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error("Its streams are piped.");
  const answers = createInterface({ input: stdout })[Symbol.asyncIterator]();
  return {
    async sync(): Promise<{ readonly report: SyncReport; readonly mebibytes: number }> {
      stdin.write("\n");
      const { value } = await answers.next();
      return JSON.parse(value ?? "null");
    },
    async close(): Promise<void> {
      stdin.end();
      expect(await ended).toEqual([0, null]);
      await workspace.reopen();
    },
  };
}

const whole = (rig: Rig) => rig.workspace.host.drafts.list({}).items.map(({ title }) => title);
const TOO_LONG = /more than 16 MiB; it was not read further/;
const NO_PDF = /document \S+: .*(not a PDF|is damaged)/;
const noPdf = (begins: string, mebibytes: number): Lie =>
  says(file, () => Buffer.concat([Buffer.from(begins), Buffer.alloc(mebibytes * MEBIBYTE - 20, "<script>")]), {
    "content-type": "application/pdf",
  });

/** A draft there with a document, and the run has ended: its sealed documents are fetched. */
async function withDocuments({ remote, run: now }: Rig): Promise<void> {
  must(await remote.host.instances.cancel(now().id ?? ""));
  const id = await uploadPdf(remote.host);
  const text = `title: With PDF\nprocess_parameters: { documents: { a: "${id}" } }\n`;
  must(await remote.host.drafts.createFromText({ text }));
}

const flood = () => `{"id":"2","title":"${"x".repeat(50 * MEBIBYTE)}"}`;

describe("Y14: a service that lies is told in words; nothing is lost, and little memory needed", {
  timeout: FUZZ_TIMEOUT,
}, () => {
  test.each<[string, Lie, RegExp]>([
    ["a list that is deep", says(list, () => "[".repeat(MEBIBYTE)), /levels deep/],
    [
      "a draft that is deep",
      says(draft, () => `{"id":"2","process":${"[".repeat(9_000)}${"]".repeat(9_000)}}`),
      /levels deep/,
    ],
    ["a draft with the id of a folder", changed(draft, (json) => ({ ...json, id: "../../etc" })), /no usable id/],
    ["another draft", changed(draft, (json) => ({ ...json, id: "1" })), /another draft than was asked for/],
    ["another account's run", changed(run, (json) => ({ ...json, id: "999" })), /another run than was asked for/],
    [
      "a list without an end",
      says(list, () => JSON.stringify({ items: [], next: randomUUID() })),
      /list of drafts has no end/,
    ],
  ])("%s", async (_what, lie, why) => {
    const { rig, words, seen } = await lied(lie);
    expect(words).toMatch(why);
    expect(whole(rig)).toContain("Run");
    expect(rig.run().seen).toEqual(seen.seen);
    // And once it tells the truth again, all goes on.
    rig.ahead += 120_000;
    expect(await rig.sync()).toMatchObject({ refused: [], unreachable: null });
    expect(whole(rig).toSorted()).toEqual(["Run", "There"]);
  });

  test("a list of 100,000 drafts that are not there", async () => {
    const many = inputs(2_000);
    const items = Array.from({ length: many }, (_, n) => ({ id: `x${n}`, title: "None", etag: `"${n}"` }));
    const { rig, report } = await lied(says(list, () => JSON.stringify({ items, next: null })));
    expect([report.pulled, report.unreachable, report.requests >= many]).toEqual([[], null, true]);
    expect(whole(rig)).toEqual(["Run"]);
  });

  test("documents that are no PDFs, of a draft and of a run that has ended: 1 MiB that only begins as one", async () => {
    const { rig, words } = await lied(noPdf("%PDF-1.7\n", 1), withDocuments);
    expect(words).toMatch(NO_PDF);
    expect(rig.run().files).toEqual([]);
    expect(whole(rig).toSorted()).toEqual(["Run", "There", "With PDF"]);
  });

  test.each<[string, readonly [Lie, RegExp][]]>([
    [
      "a list, and then a draft and a run",
      [
        [says(list, flood), TOO_LONG],
        [
          says((asked) => draft(asked) || run(asked), flood),
          new RegExp(`^draft \\d+ .*${TOO_LONG.source}[^]*^run “Run”: .*${TOO_LONG.source}`, "m"),
        ],
      ],
    ],
    [
      "documents of markup, and then ones that begin as PDFs",
      [
        [noPdf("", 50), NO_PDF],
        [noPdf("%PDF-1.7\n", 50), NO_PDF],
      ],
    ],
  ])("50 MiB need little memory: %s", async (_what, each) => {
    const { rig, lies, seen } = await withNews(withDocuments);
    const { sync, close } = await program(rig);
    for (const [lie, why] of each) {
      lies(lie);
      const { report, mebibytes } = await sync();
      expect(wordsOf(report)).toMatch(why);
      expect(mebibytes).toBeLessThan(MOST_MEBIBYTES);
    }
    lies(honest);
    await close();
    expect([rig.run().files, rig.run().seen?.title]).toEqual([[], seen.seen?.title]);
    // And once it tells the truth again, all goes on.
    rig.ahead += 10 * 60_000;
    expect(await rig.sync()).toMatchObject({ refused: [], unreachable: null });
    expect(whole(rig).toSorted()).toEqual(["Run", "There", "With PDF"]);
  });

  test("times of before and long after, and markup in what is shown", async () => {
    const markup = "<img src=x onerror=alert(1)>";
    const { rig, lies } = await listening();
    for (const timeout of [
      "-271821-04-20T00:00:00Z",
      "+275760-09-13T00:00:00Z",
      "9999-99-99T99:99:99Z",
      -1,
      1e300,
      markup,
    ]) {
      lies((asked, answer) => {
        const lying = changed(run, (json) => ({ ...json, timeout, title: markup, status: markup }));
        const { headers } = answer;
        return { ...lying(asked, answer), headers: { ...headers, date: "Sun, 01 Jan -9999 00:00:00 GMT" } };
      });
      expect(await rig.sync()).toMatchObject({ unreachable: null, refused: [] });
      expect(rig.run().seen).toMatchObject({ title: markup, status: markup });
      const next = rig.run().wallNext - rig.clockNow();
      expect([next > -60_000, next < 2 * 86_400_000]).toEqual([true, true]);
      lies(honest);
      rig.ahead += 120_000;
      await rig.sync();
      expect(rig.run().seen).toMatchObject({ title: "Run", status: "in_progress" });
    }
  });
});
