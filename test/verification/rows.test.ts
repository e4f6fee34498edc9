import path from "node:path";
import Database from "better-sqlite3";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { tallied } from "../../src-main/store/database/tallies.ts";
import { verifyWorkspace } from "../../src-main/verification/index.ts";
import { AT, startSmall, uploadPdf } from "../fixtures/small-flow.ts";
import { countersign } from "../harness/command.ts";
import { BEFORE_REMOTES } from "../harness/downgrade-workspace.ts";
import {
  type ClosedWorkspace,
  closedWorkspace,
  must,
  type TestWorkspace,
  testWorkspace,
} from "../harness/workspace.ts";

/** Played once; each test damages a copy of it. */
let played: TestWorkspace;
let workspace: ClosedWorkspace;
let free: string;

beforeAll(async () => {
  played = await testWorkspace();
  const { host } = played;
  await host.idle();
  const other = must(await host.accounts.create({ email: "b@example.test", name: "B", password: "long enough" }));
  must(await host.accounts.credentials(other.id));
  must(await host.folders.create({ accountId: host.accounts.defaultId, name: "Loans" }));
  const draft = must(await host.drafts.createFromText({ text: "title: Kept\nprocess: {}\n" }));
  must(await host.drafts.saveText(draft.id, "title: Kept\nprocess: { a: 1 }\n"));
  must(await host.drafts.nameVersion(draft.id, 1, "Kept"));
  // Whoever calls the service may write any name for a folder.
  must(await host.drafts.createFromFields({ fields: { title: "Elsewhere", folder_id: "nda" } }));
  await uploadPdf(host);
  free = await uploadPdf(host);
  must(await host.settings.set("app.theme", "dark"));
  must(await host.settings.setSecret("bank", "secret"));
  must(await host.callbacks.setSigningSecret(`whsec_${"A".repeat(40)}`));
  must(await host.clocks.create({ name: "Empty", at: AT }));
  await startSmall(host, {}, { clock: { virtual: "new", at: AT } });
  // What is removed by Countersign is no damage.
  must(await host.documents.remove(await uploadPdf(host)));
  must(await host.drafts.remove(must(await host.drafts.createFromText({ text: "title: Gone" })).id));
  must(await host.folders.remove(must(await host.folders.create({ name: "Gone" })).id));
  const gone = must(await host.clocks.create({ name: "Gone", at: AT }));
  must(await host.clocks.remove(gone.id));
  must(await host.accounts.removeCredentials(other.id, must(await host.accounts.credentials(other.id)).apitoken));
  must(await host.accounts.credentials(other.id));
  await host.idle();
  await host.close();
});
afterAll(() => played.dispose());
beforeEach(async () => {
  workspace = await closedWorkspace(played.dir);
});
afterEach(() => workspace.dispose());

const open = () => new Database(path.join(workspace.dir, "countersign.db"));

/** As the command-line program of SQLite does it, which leaves the rows of other tables that name this one. */
function change(statements: string): void {
  const db = open();
  db.pragma("foreign_keys = OFF");
  db.exec(statements);
  db.close();
}

async function messages(): Promise<readonly string[]> {
  return (await verifyWorkspace(workspace.dir)).problems.map(({ message }) => message);
}

/** Tables without a tally. */
const NOT_SUMMED = [
  // A history asks for their rows, and is compared with them.
  ...["events", "jobs", "mail", "callbacks", "callback_attempts", "sending_forks"],
  // They follow from the rows that they are about.
  ...["names", "names_by_part", "draft_people", "leaving_blobs"],
  // A record of what went by, and what can be had again: where a flow's file is, who is signed in.
  ...["audit", "outbound", "links", "sessions", "draft_files"],
  "tallies",
];

const restore = "Restore the database from a backup.";
const removed = `it was removed from the database outside of Countersign. ${restore}`;

describe("decision 0504: rows that were removed or put in outside of Countersign", () => {
  test("law 3: what Countersign itself makes and removes is no damage", async () => {
    expect(await messages()).toEqual([]);
  });

  test("law 3: each table is summed, or named here with what tells of its rows", () => {
    const db = open();
    const there = db.prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'names_by_part_%' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    );
    const names = there.pluck().all() as string[];
    db.close();
    expect(names.filter((name) => !(tallied as readonly string[]).includes(name)).sort()).toEqual(
      NOT_SUMMED.toSorted(),
    );
    expect(tallied.filter((name) => !names.includes(name))).toEqual([]);
  });

  test.each<[string, string, string]>([
    [
      "an account with nothing",
      "DELETE FROM credentials; DELETE FROM accounts WHERE id = 2",
      "Account 2 is missing, and folders name it",
    ],
    ["credentials", "DELETE FROM credentials", "The row with the credentials of account 2 is missing"],
    ["a folder", "DELETE FROM folders WHERE name = 'Loans'", "Folder 3 is missing"],
    ["a draft", "DELETE FROM drafts WHERE id = 1", "Draft 1 is missing, and versions of drafts name it"],
    [
      "a draft with its versions",
      "DELETE FROM drafts WHERE id = 1; DELETE FROM draft_versions WHERE draftId = 1",
      "Draft 1 is missing",
    ],
    ["a version", "DELETE FROM draft_versions WHERE draftId = 1 AND revision = 1", "Version 1 of draft 1 is missing"],
    ["a setting", "DELETE FROM settings WHERE key = 'documents.opening'", 'The setting "documents.opening" is missing'],
    ["a secret", "DELETE FROM secrets WHERE ref = 'workspace-key'", 'The secret "workspace-key" is missing'],
  ])("%s", async (_, statements, words) => {
    change(statements);
    expect(await messages()).toContain(`${words}: ${removed}`);
  });

  test("a free document, by its number", async () => {
    change(`DELETE FROM documents WHERE id = ${free}`);
    expect(await messages()).toEqual([`Document ${free} is missing: ${removed}`]);
    const { code, out } = await countersign(["verify", workspace.dir]);
    expect([code, out]).toEqual([1, expect.stringContaining(`Document ${free} is missing`)]);
  });

  test("a free document whose row cannot be read is reported, and so is what else is wrong", async () => {
    change(`UPDATE documents SET removed = 'x' WHERE id = ${free}; DELETE FROM drafts`);
    const reported = await messages();
    expect(reported).toContainEqual(
      expect.stringMatching(`^The row ${free} of documents is damaged: its removed is no longer`),
    );
    expect(reported).toContainEqual(expect.stringMatching(/^Draft \d+ is missing/));
  });

  test.each<[string, string, RegExp]>([
    [
      "all documents that no run uses",
      "DELETE FROM documents WHERE instanceId IS NULL",
      /^The documents are not those/,
    ],
    ["a clock without runs", "DELETE FROM clocks WHERE name = 'Empty'", /^The clocks are not those/],
    ["a named secret", "DELETE FROM secrets WHERE ref = 'named:bank'", /^The secrets of the workspace are not those/],
    ["a setting of the app", "DELETE FROM settings WHERE key = 'app.theme'", /^The settings are not those/],
    ["the tallies", "DELETE FROM tallies", /^The tally of the drafts is missing: it was removed/],
    ["a tally", "UPDATE tallies SET sum = sum + 1 WHERE name = 'accounts'", /^The accounts are not those/],
    [
      "a document, and the count of them made huge",
      "DELETE FROM documents WHERE instanceId IS NULL; UPDATE sqlite_sequence SET seq = 9000000000000000000",
      /^The documents are not those/,
    ],
    [
      "a row that was put in",
      "INSERT INTO folders (accountId, name, home, retention) VALUES ('1', 'x', 0, '{}')",
      /^Folder 5 is not Countersign's: it was put into the database/,
    ],
  ])("%s", async (_, statements, words) => {
    change(statements);
    expect(await messages()).toContainEqual(expect.stringMatching(words));
  });

  test("the account that everything belongs to, with what still names it", async () => {
    change("DELETE FROM accounts WHERE id = 1");
    const named = "folders, drafts, documents, and instances name it";
    expect(await messages()).toContain(`Account 1 is missing, and ${named}: ${removed}`);
  });

  const strays = `that never existed: these rows were changed or added outside of Countersign. ${restore}`;
  const version = "The versions of the drafts are not those that were made here";
  test.each<[string, string, readonly string[]]>([
    [
      "a file of a draft that never was",
      "INSERT INTO draft_files VALUES (77, '/x', 'a', 'b', '[]')",
      [`Files of drafts name draft 77, ${strays}`],
    ],
    [
      "versions moved to a draft that never was",
      "UPDATE draft_versions SET draftId = 77 WHERE draftId = 1 AND revision = 1",
      [
        `Versions of drafts name draft 77, ${strays}`,
        `${version}: at least one was removed from the database, or put into it, outside of Countersign. ${restore}`,
      ],
    ],
    [
      "an instance given to an account that never was",
      "UPDATE instances SET accountId = '7'",
      [
        "Its account 7 is missing.",
        'The document "contract" differs from the history, or has another state.',
        `Instances name account 7, ${strays}`,
      ],
    ],
    [
      "a draft that is gone, beside one that never was",
      "DELETE FROM drafts WHERE id = 1; INSERT INTO draft_files VALUES (77, '/x', 'a', 'b', '[]')",
      [`Draft 1 is missing, and versions of drafts name it: ${removed}`, `Files of drafts name draft 77, ${strays}`],
    ],
    [
      "the tally of the drafts",
      "DELETE FROM tallies WHERE name = 'drafts'",
      [`The tally of the drafts is missing: ${removed}`],
    ],
  ])("claims no removal that never was: %s", async (_, statements, reported) => {
    change(statements);
    expect(await messages()).toEqual(reported);
  });

  test("three drafts, each by its number where their versions are left", async () => {
    change("DELETE FROM drafts");
    expect((await messages()).map((message) => message.split(",")[0])).toEqual([
      "Draft 1 is missing",
      "Draft 2 is missing",
      "Draft 3 is missing",
    ]);
  });

  test("law 3: a workspace of the release before is summed as it is upgraded, and what it had summed stays true", async () => {
    const db = open();
    db.exec(BEFORE_REMOTES);
    db.exec("DROP TABLE tallies; PRAGMA user_version = 15; DELETE FROM documents WHERE instanceId IS NULL");
    // The sum of no instance.
    db.exec("INSERT INTO settings VALUES ('instances.begun', '0'), ('instances.deleted', '0')");
    db.close();
    const reported = [expect.stringMatching(/^Instance .* is not Countersign's/)];
    expect(await messages()).toEqual(reported);
    const host = await workspace.open();
    must(await host.documents.remove(await uploadPdf(host)));
    const kept = await uploadPdf(host);
    await workspace.close();
    expect(await messages()).toEqual(reported);
    change(`DELETE FROM documents WHERE id = ${kept}`);
    expect(await messages()).toContain(`Document ${kept} is missing: ${removed}`);
  });
});

describe("opening a workspace whose account is gone", () => {
  test.each<[string, string, RegExp]>([
    ["the account", "DELETE FROM accounts WHERE id = 1", /The account 1 that the workspace belongs to is missing from/],
    [
      "the setting that names it",
      "DELETE FROM settings WHERE key = 'workspace.default-account'",
      /The setting "workspace.default-account" is missing from/,
    ],
  ])("%s: says what is missing and what to do, and changes nothing", async (_, statement, words) => {
    change(statement);
    const { code, err } = await countersign(["serve", "--workspace", workspace.dir, "--port", "0"]);
    expect(code).toBe(1);
    expect(err).toMatch(words);
    expect(err).toMatch(/put a copy from your own backup in its place as countersign\.db/);
    expect(err).toContain(`countersign open --read-only --workspace ${workspace.dir}`);
    expect(err).toContain(`countersign verify ${workspace.dir}`);
  });
});
