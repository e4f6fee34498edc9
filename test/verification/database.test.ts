import path from "node:path";
import Database from "better-sqlite3";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type VerifyReport, verifyWorkspace } from "../../src-main/verification/index.ts";
import { AT, startSmall } from "../fixtures/small-flow.ts";
import { countersign } from "../harness/command.ts";
import {
  type ClosedWorkspace,
  closedWorkspace,
  must,
  mustFail,
  type TestWorkspace,
  testWorkspace,
} from "../harness/workspace.ts";

/** Played once; each test damages a copy of it. */
let played: TestWorkspace;
let workspace: ClosedWorkspace;
let running: { readonly id: string; readonly clockId: string };
let other: { readonly id: string };

beforeAll(async () => {
  played = await testWorkspace();
  const { host } = played;
  const draft = must(await host.drafts.createFromText({ text: "title: Kept\nprocess: {}\n" }));
  must(await host.drafts.saveText(draft.id, "title: Kept\nprocess: { a: 1 }\n"));
  const virtual = { clock: { virtual: "new", at: AT } } as const;
  running = await startSmall(host, {}, virtual);
  other = await startSmall(host, {}, virtual);
  must(await host.instances.cancel(other.id));
  await host.idle();
  await host.close();
});
afterAll(() => played.dispose());
beforeEach(async () => {
  workspace = await closedWorkspace(played.dir);
});
afterEach(() => workspace.dispose());

const file = () => path.join(workspace.dir, "countersign.db");

function change(work: (db: Database.Database) => void): Promise<VerifyReport> {
  const db = new Database(file());
  work(db);
  db.close();
  return verifyWorkspace(workspace.dir);
}

const messages = ({ problems }: VerifyReport) => problems.map(({ message }) => message);
const workspaceProblem = (words: RegExp) =>
  expect.objectContaining({ kind: "workspace", message: expect.stringMatching(words) });

describe("countersign verify: tables that are gone", () => {
  const tables = () => {
    const db = new Database(file());
    const names = db
      // The tables behind the index of names cannot be dropped.
      .prepare(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type <> 'shadow' AND name NOT LIKE 'sqlite_%'",
      )
      .pluck();
    const all = names.all() as string[];
    db.close();
    return all;
  };

  test("each table is reported by its name, and the check goes on", async () => {
    const all = tables();
    expect(all).toContain("tallies");
    for (const table of all) {
      const report = await change((db) => {
        db.pragma("foreign_keys = OFF");
        db.exec(`DROP TABLE ${table}`);
      });
      expect(report.problems).toContainEqual(
        workspaceProblem(new RegExp(`^The database lacks the table ${table}\\. To go on`)),
      );
      await workspace.dispose();
      workspace = await closedWorkspace(played.dir);
    }
    const db = new Database(file());
    db.exec("DROP TABLE tallies");
    db.close();
    expect((await countersign(["verify", workspace.dir])).code).toBe(1);
  });
});

describe("decision 0504: instances of which only rows in other tables are left", () => {
  test.each(["links", "secrets", "sessions", "audit", "sending_forks", "scripts"])("%s", async (table) => {
    const report = await change((db) => {
      db.pragma("foreign_keys = OFF");
      const columns = db.pragma(`table_info(${table})`) as { name: string; type: string }[];
      const own: Record<string, string> = { instanceId: "'nobodys'", viewAuthenticated: "1" };
      const byType: Record<string, string> = { INTEGER: "987654", BLOB: "x'00'" };
      const values = columns.map(({ name, type }) => own[name] ?? byType[type] ?? "'[]'");
      db.exec(`INSERT INTO ${table} VALUES (${values.join(", ")})`);
    });
    expect(report.problems).toContainEqual(
      expect.objectContaining({ instance: "nobodys", message: expect.stringContaining(`it left ${table} behind`) }),
    );
  });
});

describe("countersign verify: settings and drafts", () => {
  test.each([
    [
      "an older version",
      "UPDATE draft_versions SET text = replace(text, '{}', '[]') WHERE revision = 1 AND draftId = 1",
      /version 1 is not as/,
    ],
    [
      "the newest version",
      "UPDATE draft_versions SET text = text || ' ' WHERE revision = 2 AND draftId = 1",
      /version 2 is not as/,
    ],
    [
      "the draft itself",
      "UPDATE drafts SET text = text || ' ' WHERE id = 1",
      /its text is not that of its newest version/,
    ],
    [
      "expectations of an older version",
      "UPDATE draft_versions SET expectations = 'expect: []' WHERE revision = 1 AND draftId = 1",
      /version 1 is not as/,
    ],
    [
      "scenarios of the draft itself",
      "UPDATE drafts SET scenarios = 'scenarios: []' WHERE id = 1",
      /its text is not that of its newest version/,
    ],
  ])("a changed text of a draft is reported: %s", async (_what, statement, words) => {
    const report = await change((db) => db.exec(statement));
    expect(report.problems).toEqual([workspaceProblem(words)]);
    expect(messages(report)[0]).toMatch(/^Draft \d+ "Kept": .* changed outside of Countersign\.$/);
  });

  test.each(["workspace.created", "workspace.name", "workspace.time-zone", "workspace.default-account"])(
    "the deleted setting %s is told",
    async (key) => {
      const report = await change((db) => db.prepare("DELETE FROM settings WHERE key = ?").run(key));
      expect(report.problems).toContainEqual(workspaceProblem(new RegExp(`setting "${key}" is missing`)));
    },
  );
});

describe("countersign verify: the database itself", () => {
  test("a row that an index lacks is reported", async () => {
    const report = await change((db) => {
      db.unsafeMode();
      db.pragma("writable_schema = ON");
      const sql = db.prepare("SELECT sql FROM sqlite_schema WHERE name = 'jobs_of_instance'").pluck().get();
      // SQLite keeps no index of rows that it does not know to be in it.
      db.prepare("UPDATE sqlite_schema SET sql = sql || ' WHERE attempts > 99' WHERE name = 'jobs_of_instance'").run();
      db.pragma("writable_schema = RESET");
      db.exec("REINDEX jobs_of_instance");
      db.pragma("writable_schema = ON");
      db.prepare("UPDATE sqlite_schema SET sql = ? WHERE name = 'jobs_of_instance'").run(sql);
    });
    expect(report.problems).toContainEqual(workspaceProblem(/is damaged: SQLite's own check.*jobs_of_instance/));
  });

  test.each<[string, string, RegExp]>([
    [
      "a trigger",
      "CREATE TRIGGER t AFTER INSERT ON jobs BEGIN DELETE FROM jobs; END",
      /has the trigger t of jobs, which is not/,
    ],
    ["a view", "CREATE VIEW v AS SELECT 1", /has the view v, which is not/],
    ["an index that is gone", "DROP INDEX jobs_by_clock", /lacks the index jobs_by_clock of jobs/],
  ])("%s is reported", async (_, statement, words) => {
    const { problems } = await change((db) => db.exec(statement));
    expect(problems).toEqual([workspaceProblem(words)]);
  });

  test("C6: work that is overdue on a clock that stands still is reported, and is no damage", async () => {
    const report = await change((db) =>
      db.prepare("UPDATE clocks SET now = (SELECT max(dueAt) FROM jobs) + 1 WHERE id = ?").run(running.clockId),
    );
    expect(report).toMatchObject({ whole: true, overdue: [{ clockId: running.clockId, jobs: 1 }] });
    const { out } = await countersign(["verify", workspace.dir]);
    expect(out).toMatch(/^Clock ".*": 1 job due since 2026-\S+ waits\. Opening the workspace/);
  });
});

const hosts = "INSERT OR REPLACE INTO settings VALUES ('callbacks.allowed-hosts', 'noise')";
const rules = `INSERT OR REPLACE INTO settings VALUES ('mail.rules', '[{"address":3}]')`;

describe("countersign verify: settings and folders that cannot be read", () => {
  test.each<[string, string, RegExp]>([
    ["a list of hosts", hosts, /^The setting "callbacks.allowed-hosts" .* is damaged/],
    ["the rules of the mail", rules, /^The setting "mail.rules" .* is damaged.*Set it anew/],
    [
      "a time zone",
      "UPDATE settings SET value = 'Mars' WHERE key = 'workspace.time-zone'",
      /^The workspace's time zone "Mars"/,
    ],
    [
      "a folder's policy",
      `UPDATE folders SET retention = '{"delete_trashed":"x"}'`,
      /^The data retention of the folder/,
    ],
    ["a policy that is no JSON", "UPDATE folders SET retention = 'x'", /^The row 1 of folders is damaged/],
    [
      "a policy that is a list",
      "UPDATE folders SET retention = '[]'",
      /^The row 1 of folders is damaged: its retention/,
    ],
    ["the folders", "DELETE FROM folders", /^The home folder of the account 1 is missing/],
  ])("%s: named once, and every instance is checked all the same", async (_, statement, words) => {
    const report = await change((db) => {
      db.exec(statement);
      db.exec("DELETE FROM links");
    });
    expect(report.problems).toContainEqual(workspaceProblem(words));
    expect(messages(report).filter((message) => words.test(message))).toHaveLength(1);
    const reported = new Set(report.problems.flatMap(({ instance }) => instance ?? []));
    expect(reported).toEqual(new Set([running.id, other.id]));
  });

  test("the app opens, says it in a sentence, and goes on once the setting is set anew", async () => {
    await change((db) => db.exec(rules));
    const host = await workspace.open();
    const everybody = must(host.instances.get(running.id)).participants.map(({ participantId }) => participantId);
    const refused = mustFail(await host.instances.remind(running.id, everybody));
    expect(refused.message).toMatch(/^The setting "mail.rules" .* is damaged/);
    must(await host.mailbox.setRules([]));
    must(await host.instances.remind(running.id, everybody));
  });
});
