import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { english } from "../../src-shared/flow/index.ts";
import { AT, playAll, startSmall } from "../fixtures/small-flow.ts";
import { command, countersign } from "../harness/command.ts";
import { historyCsv, historyLines } from "../harness/history.ts";
import { must, mustFail, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";

const REMINDERS = `  automatic-reminders:
    - methods: { email: invitation }
      date: { type: relative, days_delay: 1, repeat: periodically }`;

let workspace: TestWorkspace;
let id: string;
let clockId: string;
beforeEach(async () => {
  workspace = await testWorkspace();
  const flow = { reminders: REMINDERS, duration: 365 };
  ({ id, clockId } = await startSmall(workspace.host, flow, { clock: { virtual: "new", at: AT } }));
});
afterEach(() => workspace.dispose());

const exported = (format: "csv" | "jsonl", of = id): string =>
  [...must(workspace.host.instances.exportHistory(of, format)).pieces()].join("");

/** More events than one page of the export holds. */
async function remindALot(): Promise<void> {
  must(await workspace.host.clocks.advance(clockId, { by: "P130D" }));
}

describe("the history as a file", () => {
  test("law 3, law 10: page by page it is what the whole history gives at once, and holds its hash chain", async () => {
    const { host } = workspace;
    await remindALot();
    await playAll(host, id);
    const items = must(host.instances.history(id, { limit: 5000 })).items;
    expect(items.length).toBeGreaterThan(501);
    expect(exported("csv")).toBe(`\uFEFF${historyCsv(items)}`);
    expect(exported("jsonl")).toBe(historyLines(items));
    const lines = exported("jsonl").trimEnd().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as { hash: string }).hash)).toEqual(items.map(({ hash }) => hash));
  });

  test("law 10: who and why are the same on every page, wherever the event that they follow from is", async () => {
    const { host } = workspace;
    await playAll(host, id);
    must(await host.instances.trash(id));
    const { items } = must(host.instances.history(id, { limit: 5000 }));
    const reported = (entries: typeof items) =>
      entries.map(({ seq, who, why }) => [seq, english(who), why && english(why)]);
    const rows = exported("jsonl").trimEnd().split("\n");
    const parsed = rows.map((row) => JSON.parse(row) as Record<"seq" | "who" | "why", unknown>);
    expect(reported(items)).toEqual(parsed.map(({ seq, who, why }) => [seq, who, why]));
    const alone = items.flatMap(({ seq }) => must(host.instances.history(id, { after: seq - 1, limit: 1 })).items);
    expect(reported(alone)).toEqual(reported(items));
    expect(items.at(-1)).toMatchObject({
      text: "The run was put in the trash",
      who: { key: "who.author" },
      why: null,
    });
  });

  test("C4: what is due next in a list is what the run's page says, retention too", async () => {
    const { host } = workspace;
    const listed = () => host.instances.list({}).items[0]?.nextDueAt;
    expect(listed()).toBe(must(host.instances.due(id))[0]?.at);
    must(await host.instances.cancel(id));
    must(await host.instances.trash(id));
    const [retention] = must(host.instances.due(id));
    expect(retention).toMatchObject({ kind: "retention" });
    expect([
      host.instances.list({ trashed: true }).items[0]?.nextDueAt,
      must(host.instances.get(id)).nextDueAt,
    ]).toEqual([retention?.at, retention?.at]);
  });

  test("a message that a spreadsheet would take for a formula stays text", async () => {
    const { host } = workspace;
    const message = '=HYPERLINK("http://evil.example","open")';
    must(await host.participants.rejectInstance({ instanceId: id, participant: "bob", message }));
    expect(exported("csv")).toContain(`"'=HYPERLINK(""http://evil.example"",""open"")"`);
    expect(exported("csv")).not.toMatch(/(^|,)"?=/m);
  });

  test("G11: an instance that is deleted while it is written breaks the file off, with an error", async () => {
    const { host } = workspace;
    await remindALot();
    must(await host.instances.cancel(id));
    must(await host.instances.trash(id));
    const pieces = must(host.instances.exportHistory(id, "csv")).pieces()[Symbol.iterator]();
    pieces.next();
    pieces.next();
    must(await host.instances.remove(id));
    expect(() => pieces.next()).toThrow(/deleted meanwhile/);
    expect(mustFail(host.instances.exportHistory(id, "csv")).code).toBe("resource_not_found");
  });

  test("its file name says whose history it is, and holds nothing that a file system refuses", () => {
    expect(must(workspace.host.instances.exportHistory(id, "csv")).fileName).toBe("Small history.csv");
  });
});

describe("countersign history", () => {
  test("writes it to stdout beside an open app, and lists the instances", async () => {
    const { dir } = workspace;
    expect(await command(["history", dir, id])).toEqual({ code: 0, out: exported("jsonl"), err: "" });
    expect((await command(["history", dir, id, "--format", "csv"])).out).toBe(exported("csv").replace("\uFEFF", ""));
    expect((await command(["history", dir])).out).toBe(`${id}\tin_progress\t2026-03-02T09:00:00Z\tSmall\n`);
  });

  test("says what is wrong: no such instance, no such format, no workspace", async () => {
    const { dir } = workspace;
    const unknown = await countersign(["history", dir, "0"]);
    expect(unknown).toMatchObject({ code: 2, out: "" });
    expect(unknown.err).toMatch(/There is no instance 0.*countersign history/);
    expect(await countersign(["history", dir, id, "--format", "xml"])).toMatchObject({ code: 2, out: "" });
    expect((await countersign(["history", "/nowhere"])).err).toContain("There is no workspace in /nowhere");
  });
});
