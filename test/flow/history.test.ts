import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Command, HistoryItem } from "../../src-shared/flow/index.ts";
import { english, historyNote, localMinute, localSecond, sentence } from "../../src-shared/flow/index.ts";
import {
  confirm,
  DAY,
  type FlowShape,
  invite,
  SECOND,
  sign,
  signCommand,
  stage,
  T0,
  TestFlow,
} from "../fixtures/flow-shape.ts";
import { historyAccounts, historyCsv, historyLines } from "../harness/history.ts";

/** A flow whose every command is recorded as the engine does it, a second of wall time after the other. */
class RecordedFlow extends TestFlow {
  readonly items: HistoryItem[] = [];

  constructor(shape: FlowShape, now = T0) {
    super(shape, now);
    this.#record("author");
  }

  by(who: string, command: Command): void {
    this.send(command);
    this.#record(who);
  }

  #record(by: string): void {
    const recorded = T0 + 90 * DAY + this.items.length * SECOND;
    const decision = this.items.length + 1;
    for (const event of this.events.slice(this.items.length)) {
      const seq = this.items.length + 1;
      this.items.push({ seq, recorded, by, decision, event, hash: String(seq).padStart(64, "0") });
    }
  }
}

/** Splits RFC 4180 text into its cells, as plainly as the grammar says. */
function cells(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = "", end = ""] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === "\r\n") rows.push([]);
  }
  return rows.slice(0, -1);
}

const signing: FlowShape = {
  timeZone: "Europe/Stockholm",
  stages: [stage("signing", invite(["alice"]), sign(["alice"])), stage("archive", confirm(["bob"]))],
};

describe("dates in sentences", () => {
  it("are written as people write them, in the flow's zone, and the values keep the instant", () => {
    const flow = new TestFlow({ ...signing, timeZone: "Europe/Stockholm" }, Date.parse("2026-10-20T00:48:00.660Z"));
    const [prolonged] = flow.send({ type: "prolong", days: 1 });
    if (prolonged === undefined) throw new Error("nothing happened");
    const message = sentence(prolonged, flow.state);
    // Summer time when the flow began, winter time when it times out: the local time stays [G8].
    expect(english(message)).toBe("The author extended the deadline by a day, until 2027-01-19 02:48");
    expect(message).toMatchObject({ values: { timeout: "2027-01-19T01:48:00.66Z" }, timeZone: "Europe/Stockholm" });
    expect(english(sentence(prolonged))).toBe("The author extended the deadline by a day, until 2027-01-19 01:48 UTC");
  });

  it.each([
    ["2026-10-25T00:30:00Z", "2026-10-25 02:30", "2026-10-25 02:30:00+02:00"],
    ["2026-10-25T01:30:00Z", "2026-10-25 02:30", "2026-10-25 02:30:00+01:00"],
    ["2026-12-31T23:59:59.999Z", "2027-01-01 00:59", "2027-01-01 00:59:59+01:00"],
    ["+012026-10-25T00:30:00Z", "12026-10-25 02:30", "12026-10-25 02:30:00+02:00"],
  ])("%s in Stockholm is %s", (iso, minute, second) => {
    expect(localMinute(Date.parse(iso), "Europe/Stockholm")).toBe(minute);
    expect(localSecond(Date.parse(iso), "Europe/Stockholm")).toBe(second);
  });

  it("a name that looks like an instant stays a name", () => {
    const flow = new TestFlow({ stages: [stage("2026-01-01T00:00:00Z", sign(["alice"]))] });
    const entered = flow.events.find((event) => event.type === "stage_entered");
    if (entered === undefined) throw new Error("no stage");
    expect(english(sentence(entered, flow.state))).toBe("The stage “2026-01-01T00:00:00Z” began");
  });
});

describe("the history for people", () => {
  const reported = (flow: RecordedFlow) => historyAccounts(flow.items).map(({ who, what, why }) => [who, what, why]);

  it("says of every event who, what and why", () => {
    const flow = new RecordedFlow(signing);
    flow.by("participant:alice", signCommand("alice"));
    flow.by("effect", { type: "notification_result", id: 1, status: "not_delivered", reason: "mailbox full" });
    flow.by("effect", { type: "seal_failed", document: "contract", reason: "no key" });
    const started = "The run “Test flow” was started";
    expect(reported(flow)).toEqual([
      ["the author", started, null],
      ["the author", "The stage “signing” began", started],
      ["the author", "An invitation to alice was sent by e-mail", started],
      ["alice", "alice signed contract", null],
      ["alice", "contract is being sealed", "alice signed contract"],
      ["alice", "The stage “archive” began", "alice signed contract"],
      ["alice", "A confirmation to bob by e-mail waits for the sealed documents", "alice signed contract"],
      ["alice", "Every stage is done; the last documents are being sealed", "alice signed contract"],
      ["Countersign", "The invitation to alice by e-mail was not delivered: mailbox full", "mailbox full"],
      ["Countersign", "The run failed, because contract could not be sealed: no key", "no key"],
      [
        "Countersign",
        "The confirmation to bob was dropped, because the run did not complete: a seal could not be made",
        "a seal could not be made",
      ],
    ]);
  });

  it("tells what was due from what somebody asked for, and gives a rejection's own reason", () => {
    const reminders = [{ users: null, methods: null, daysDelay: 1, periodically: false }];
    const flow = new RecordedFlow({ ...signing, reminders });
    flow.now = T0 + DAY;
    flow.by("clock", { type: "fall_due", id: "reminder:0:alice", collapseUntil: null });
    flow.by("author", { type: "remind", participantIds: ["p1"] });
    flow.by("participant:alice", { type: "reject_instance", participant: "alice", message: "wrong price" });
    const reported = historyAccounts(flow.items)
      .slice(4)
      .map(({ item, why }) => [item.event.type, why]);
    expect(reported).toEqual([
      ["notification_queued", "it was due"],
      ["reminder_ended", "A reminder to alice was sent by e-mail"],
      ["notification_queued", null],
      ["instance_rejected", "wrong price"],
      ["failed", "alice declined the run: “wrong price”"],
    ]);
  });

  it("C4: a flow in the trash tells its author's hand from how long flows are kept", () => {
    const flow = new RecordedFlow(signing);
    flow.by("author", { type: "cancel" });
    flow.by("clock", { type: "trash" });
    flow.by("author", { type: "restore" });
    flow.by("author", { type: "trash" });
    const trash = "The run was put in the trash";
    expect(reported(flow).filter(([, what]) => what === trash)).toEqual([
      ["the clock", trash, "it had been kept as long as the settings say"],
      ["the author", trash, null],
    ]);
  });

  it("no message of a reminding follows from another one: each was due, or asked for", () => {
    const reminders = [
      {
        users: null,
        methods: { email: "again", sms: "again", emailLinkOnly: false },
        daysDelay: 1,
        periodically: false,
      },
    ];
    const stages = [stage("signing", invite(["alice", "bob"]), sign(["alice", "bob"]))];
    const flow = new RecordedFlow({ stages, reminders });
    flow.now = T0 + DAY;
    flow.by("clock", { type: "fall_due", id: "reminder:0:alice", collapseUntil: null });
    flow.by("author", { type: "remind", participantIds: ["p1", "p2"] });
    const sent = historyAccounts(flow.items).filter(
      ({ item: { event } }) => event.type === "notification_queued" && event.kind === "reminder",
    );
    expect(sent.map(({ why }) => why)).toEqual(["it was due", "it was due", null, null]);
  });

  it("JSON lines hold what the hash chain stands on, one event a line", () => {
    const flow = new RecordedFlow(signing);
    const lines = historyLines(flow.items);
    expect(lines.endsWith("}\n")).toBe(true);
    const parsed: Record<string, unknown>[] = lines
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(parsed.map(({ seq, by, event, hash, recorded }) => ({ seq, by, event, hash, recorded }))).toEqual(
      flow.items.map(({ decision: _, ...item }) => ({
        ...item,
        recorded: new Date(item.recorded).toISOString().replace(".000", ""),
      })),
    );
    expect(parsed[1]).toMatchObject({
      what: "The stage “signing” began",
      who: "the author",
      at: "2026-03-02T09:00:00Z",
      local: "2026-03-02 10:00:00+01:00",
    });
    expect(historyLines([])).toBe("");
  });

  it("RFC 4180: a table with a header, CRLF, and quotes doubled", () => {
    const flow = new RecordedFlow({ ...signing, stages: [stage('a "b", c\nd', sign(["alice"]))] });
    const csv = historyCsv(flow.items);
    expect(csv.startsWith("seq,at,recorded,who,what,why,type,hash,note\r\n1,2026-03-02 10:00:00+01:00,")).toBe(true);
    const rows = cells(csv);
    expect(rows.map((row) => row.length)).toEqual(new Array(rows.length).fill(9));
    expect(rows[2]?.[4]).toBe('The stage “a "b", c\nd” began');
    expect(rows.slice(1).map((row) => row[7])).toEqual(flow.items.map(({ hash }) => hash));
  });

  /** What alice gives as her reason, as it lies in the table. */
  function written(message: string): { readonly csv: string; readonly why: string | undefined } {
    const flow = new RecordedFlow({ ...signing, participants: [{ name: "alice" }, { name: "bob" }] });
    flow.by("participant:alice", { type: "reject_instance", participant: "alice", message });
    const csv = historyCsv(flow.items);
    return { csv, why: cells(csv).find((row) => row[6] === "instance_rejected")?.[5] };
  }

  it.each([
    ["=HYPERLINK(1)", "'=HYPERLINK(1)"],
    ["+1", "'+1"],
    ["-1", "'-1"],
    ["@SUM(1)", "'@SUM(1)"],
    ["\t=1", "\t'=1"],
    ["  =1", "  '=1"],
    ["\r=1", "\n'=1"],
    ["\r\n\n=1", "\n\n'=1"],
    ["＝1", "'＝1"],
    ["＠SUM(1)", "'＠SUM(1)"],
    ["\ufeff\u200b=1", "\ufeff\u200b'=1"],
    ['"=1"', `"'=1"`],
    ["no;=1+1;@A1", "no;'=1+1;'@A1"],
    [";=1", ";'=1"],
    ["no\t=1\n-1", "no\t'=1\n'-1"],
  ])("a stranger's %j is never a formula, but %j", (message, expected) => {
    expect(written(message).why).toBe(expected);
  });

  it("whatever parts its cells, and whether it heeds quotes, a spreadsheet finds no formula", () => {
    const hostile = fc.string({ unit: fc.constantFrom(..."=+-@＝;,\t\r\n\"' a\u0000\u200b\u202e") });
    const formula = /^[\s\p{C}]*[=+\-@＝]/u;
    const seen = (csv: string) => [
      ...cells(csv).flat(),
      // As in most of Europe, where a quote inside a cell means nothing; then with tabs.
      ...csv.split(/[;\r\n]/).map(unquoted),
      ...csv.split(/[\t\r\n]/).map(unquoted),
    ];
    const unquoted = (cell: string) => cell.replace(/^[\s\p{C}]*"+/u, "");
    fc.assert(
      fc.property(hostile, (message) => {
        expect(seen(written(message).csv).filter((cell) => formula.test(cell))).toEqual([]);
      }),
      { seed: 20_260_307, numRuns: 300 },
    );
  });

  it("what a terminal or a spreadsheet would obey is shown, in a table and in JSON lines, and JSON loses none of it", () => {
    const message = "a\u0000b\u001b[31mc\u009b1md\u202egnp.e\u2066f\u2028g";
    const shown = "a\\u0000b\\u001b[31mc\\u009b1md\\u202egnp.e\\u2066f\\u2028g";
    expect(written(message).why).toBe(shown);
    const flow = new RecordedFlow(signing);
    flow.by("participant:alice", { type: "reject_instance", participant: "alice", message });
    const line =
      historyLines(flow.items)
        .split("\n")
        .find((reported) => reported.includes("instance_rejected")) ?? "";
    expect(line).toContain(`"message":"${shown}"`);
    expect(JSON.parse(line)).toMatchObject({ why: message, event: { message } });
  });

  it("a message as long as one may be costs no more than its length", () => {
    const blanks = "\t ".repeat(500_000);
    expect(written(blanks).why).toBe(blanks);
  });

  it("ordinary words are left as they are", () => {
    const flow = new RecordedFlow(signing);
    flow.by("participant:alice", { type: "reject_instance", participant: "alice", message: "No - 5 % = too much; x" });
    expect(cells(historyCsv(flow.items)).at(-2)?.[5]).toBe("No - 5 % = too much; x");
  });
});

it("C5: a clock set back by a second or more is told of, and less is the hand of network time", () => {
  const set = (back: number) => historyNote({ recorded: T0 - back }, { recorded: T0 }, "Europe/Stockholm");
  expect([-SECOND, 0, 1, SECOND - 1].map(set)).toEqual([null, null, null, null]);
  expect(set(SECOND)).toMatchObject({ key: "note.set_back", timeZone: "Europe/Stockholm" });
  expect(historyNote({ recorded: T0 }, null, "Europe/Stockholm")).toBeNull();
});
