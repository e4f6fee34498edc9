import path from "node:path";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { openStore, type Store, type StoreReads } from "../../src-main/store/index.ts";
import { instanceRow, jobRow } from "../fixtures/rows.ts";
import { temporaryFolder } from "../harness/temporary.ts";

/** How SQLite will run the statements that `ask` runs: one line per step. */
function plan(ask: (read: StoreReads) => unknown): string[] {
  using folder = temporaryFolder("store-plans");
  const asked: string[] = [];
  const store: Store = openStore(folder.path, { slowMilliseconds: 0, onSlowQuery: ({ sql }) => asked.push(sql) });
  store.write((tx) => {
    tx.instances.save(instanceRow("i1"));
    tx.jobs.put(jobRow("j1"));
  });
  asked.length = 0;
  ask(store.read);
  const statements = [...asked];
  store.close();
  const raw = new Database(path.join(folder.path, "countersign.db"));
  const steps = statements.flatMap((text) => {
    const values = Array.from({ length: text.split("?").length - 1 }, () => 1);
    return raw.prepare(`EXPLAIN QUERY PLAN ${text}`).all(values) as { readonly detail: string }[];
  });
  raw.close();
  return steps.map(({ detail }) => detail);
}

const cursorOf = (...parts: readonly (string | number)[]) => Buffer.from(JSON.stringify(parts)).toString("base64url");

/** How an instance's events come by its number. */
const BY_ID = ["SCALAR SUBQUERY 1", expect.stringMatching(/SEARCH instances USING COVERING INDEX .*\(id=\?\)/)];
/** Whether a kind has names at all. */
const ANY_OF_KIND = expect.stringMatching(/^SEARCH names USING COVERING INDEX .*\(kind=\?\)$/);
const JOB_BY_ID = ["SCALAR SUBQUERY 1", "SEARCH jobs USING PRIMARY KEY (id=?)", "REUSE SUBQUERY 1"];

describe("the hot reads use an index and sort nothing", () => {
  test.each<[string, (read: StoreReads) => unknown, readonly string[]]>([
    [
      "events.load",
      (read) => read.events.load("i1", 3),
      ["SEARCH events USING INDEX events_of_instance (instance=? AND seq>?)", ...BY_ID],
    ],
    [
      "events.last",
      (read) => read.events.last("i1"),
      ["SEARCH events USING INDEX events_of_instance (instance=?)", ...BY_ID],
    ],
    [
      "names.withAll",
      (read) => read.names.withAll("run", ["lease", "4"], 5),
      [ANY_OF_KIND, expect.stringMatching(/^SCAN names_by_part VIRTUAL TABLE INDEX .*M/)],
    ],
    [
      "names.withAll, of a short word",
      (read) => read.names.withAll("run", ["le"], 5),
      [
        ANY_OF_KIND,
        expect.stringMatching(/^SEARCH names USING COVERING INDEX .*\(kind=\? AND folded>\? AND folded<\?\)/),
      ],
    ],
    [
      "instances.titled",
      (read) => read.instances.titled("lease", 5),
      ["SEARCH instances USING INDEX instances_by_name (titleFolded=?)"],
    ],
    [
      "drafts.titled",
      (read) => read.drafts.titled("lease", 5),
      ["SEARCH drafts USING INDEX drafts_by_title (titleFolded=? AND archived=?)"],
    ],
    ["mail.about", (read) => read.mail.about("lease", 5), ["SEARCH mail USING INDEX mail_by_name (subjectFolded=?)"]],
    [
      "links.ofPerson",
      (read) => read.links.ofPerson("alice", 5),
      ["SEARCH links USING INDEX links_by_name (personFolded=?)"],
    ],
    [
      "jobs.due",
      (read) => read.jobs.due("real", 1, 100),
      ["SEARCH jobs USING INDEX jobs_by_clock (clockId=? AND wall=? AND dueAt<?)"],
    ],
    [
      "jobs.due, second page",
      (read) => read.jobs.due("real", 1, 100, jobRow("j1")),
      [
        "SEARCH jobs USING INDEX jobs_by_clock (clockId=? AND wall=? AND (dueAt,rank,id)>(?,?,?) AND dueAt<?)",
        ...JOB_BY_ID,
      ],
    ],
    [
      "jobs.planned, second page",
      (read) => read.jobs.planned("real", 100, jobRow("j1")),
      ["SEARCH jobs USING INDEX jobs_by_clock (clockId=? AND wall=? AND (dueAt,rank,id)>(?,?,?))", ...JOB_BY_ID],
    ],
    ["jobs.dueWall", (read) => read.jobs.dueWall(1, 100), ["SEARCH jobs USING INDEX jobs_on_the_wall (dueAt<?)"]],
    [
      "jobs.nextDueAt",
      (read) => read.jobs.nextDueAt("real"),
      ["SEARCH jobs USING INDEX jobs_by_clock (clockId=? AND wall=? AND dueAt>?)"],
    ],
    [
      "jobs.nextOf",
      (read) => read.jobs.nextOf(["i1", "i2"]),
      [
        "SEARCH jobs USING INDEX jobs_of_instance (instanceId=?)",
        expect.stringMatching(/LIST SUBQUERY/),
        expect.stringMatching(/SCAN json_each/),
      ],
    ],
    ["jobs.nextWall", (read) => read.jobs.nextWall(), ["SCAN jobs USING INDEX jobs_on_the_wall"]],
    [
      "instances.get",
      (read) => read.instances.get("i1"),
      [expect.stringMatching(/SEARCH instances USING INDEX .*\(id=\?\)/)],
    ],
    ["instances.list", (read) => read.instances.list({}), ["SCAN instances"]],
    ["instances.list of the living", (read) => read.instances.list({ trashed: false }), ["SCAN instances"]],
    [
      "instances.list, second page",
      (read) => {
        const cursor = cursorOf("instances by started true", 9);
        return read.instances.list({ cursor });
      },
      ["SEARCH instances USING INTEGER PRIMARY KEY (rowid<?)"],
    ],
    ...(["title", "status", "stage", "due"] as const).flatMap((by) =>
      [false, true].map((descending): [string, (read: StoreReads) => unknown, readonly string[]] => [
        `instances.list, sorted by ${by}, ${descending ? "down" : "up"}`,
        (read) => read.instances.list({ trashed: false, sort: { by, descending } }),
        [`SCAN instances USING INDEX instances_by_${by === "title" ? "name" : by}`],
      ]),
    ),
    [
      "instances.list, sorted by title, second page",
      (read) => {
        const cursor = cursorOf("instances by title false", "lease", 9);
        return read.instances.list({ trashed: false, sort: { by: "title", descending: false }, cursor });
      },
      ["SEARCH instances USING INDEX instances_by_name (titleFolded>?)"],
    ],
    [
      "instances.list, sorted by stage, second page",
      (read) => {
        const cursor = cursorOf("instances by stage true", "signing", 9);
        return read.instances.list({ trashed: false, sort: { by: "stage", descending: true }, cursor });
      },
      ["SEARCH instances USING INDEX instances_by_stage (stageSorted<?)"],
    ],
    [
      "drafts.list, sorted by title",
      (read) => read.drafts.list({ sort: { by: "title", descending: false } }),
      ["SCAN drafts USING INDEX drafts_by_name"],
    ],
    [
      "remoteInstances.commandsNotDone",
      (read) => read.remoteInstances.commandsNotDone("a1"),
      [
        "SEARCH remote_commands USING INDEX remote_commands_in_order (instanceKey=?)",
        "LIST SUBQUERY 1",
        "SEARCH remote_instances USING COVERING INDEX remote_instances_of_account (accountKey=?)",
      ],
    ],
    [
      "drafts.withPerson",
      (read) => read.drafts.withPerson("bob", 5),
      [
        "SEARCH draft_people USING COVERING INDEX draft_people_by_name (personFolded=?)",
        "SEARCH drafts USING INTEGER PRIMARY KEY (rowid=?)",
      ],
    ],
    [
      "instances.list by status",
      (read) => read.instances.list({ status: "failed", trashed: false }),
      ["SEARCH instances USING INDEX instances_by_status (status=?)"],
    ],
    [
      "instances.list of the trash",
      (read) => read.instances.list({ trashed: true }),
      ["SEARCH instances USING INDEX instances_in_trash (trashed=?)"],
    ],
    [
      "instances.list of a draft",
      (read) => read.instances.list({ draftId: "1" }),
      ["SEARCH instances USING INDEX instances_of_draft (draftId=?)"],
    ],
    [
      "instances.list of forks",
      (read) => read.instances.list({ forkOf: "i1" }),
      ["SEARCH instances USING INDEX instances_of_source (<expr>=?)"],
    ],
    [
      "instances.list of a folder's ended ones",
      (read) => read.instances.list({ restingIn: { id: "1", home: true, accountId: "1" } }),
      ["SEARCH instances USING INDEX instances_at_rest (accountId=?)"],
    ],
    [
      "clocks.use",
      (read) => read.clocks.use("v"),
      [
        expect.stringMatching(/SEARCH clocks USING INDEX .*\(id=\?\)/),
        expect.stringMatching(/SUBQUERY/),
        "SEARCH instances USING COVERING INDEX instances_on_virtual_clocks (clockId=?)",
      ],
    ],
    [
      "instances.list of a clock",
      (read) => read.instances.list({ virtualClockId: "v" }),
      ["SEARCH instances USING INDEX instances_on_virtual_clocks (clockId=?)"],
    ],
    [
      "instances.anyOn a clock",
      (read) => read.instances.anyOn("v"),
      ["SEARCH instances USING COVERING INDEX instances_on_virtual_clocks (clockId=?)"],
    ],
    ["drafts.list", (read) => read.drafts.list({}), ["SEARCH drafts USING INDEX drafts_by_modified (archived=?)"]],
    ...(["mail", "callbacks"] as const).map((list): [string, (read: StoreReads) => unknown, readonly string[]] => [
      `${list}.list, the oldest first`,
      (read) => read[list].list({ sort: { by: "time", descending: false } }),
      [`SCAN ${list}`],
    ]),
    [
      "ledger.outbound, the oldest first",
      (read) => read.ledger.outbound({ sort: { by: "time", descending: false } }),
      ["SCAN outbound"],
    ],
    [
      "mail.list of an instance",
      (read) => read.mail.list({ instanceId: "i1" }),
      ["SEARCH mail USING INDEX mail_of_instance (instanceId=?)"],
    ],
  ])("%s", (_, ask, expected) => {
    expect(plan(ask)).toEqual(expected);
  });

  test("jobs.ofInstance and documents.blobUses search an index, and sort only what they found", () => {
    expect(plan((read) => read.jobs.ofInstance("i1"))[0]).toMatch(/SEARCH jobs USING INDEX jobs_of_instance/);
    expect(plan((read) => read.documents.blobUses("aa")).join()).not.toMatch(/SCAN/);
    expect(plan((read) => read.documents.anySealed()).join()).toMatch(/USING COVERING INDEX documents_by_sealed_blob/);
  });
});
