import path from "node:path";
import Database from "better-sqlite3";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { verifyWorkspace } from "../../src-main/verification/index.ts";
import { AT, playAll, startSmall } from "../fixtures/small-flow.ts";
import { startReceiver } from "../harness/receiver.ts";
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
let running: string;
let completed: string;
let trashed: string;

beforeAll(async () => {
  played = await testWorkspace();
  const receiver = await startReceiver({ status: 500 });
  const { host } = played;
  const virtual = { clock: { virtual: "new", at: AT } } as const;
  completed = (await startSmall(host, {}, virtual)).id;
  const signature = { kind: "typed", bytes: new TextEncoder().encode("Alice") } as const;
  must(await host.participants.sign({ instanceId: completed, participant: "alice", document: "contract", signature }));
  await playAll(host, completed);
  trashed = (await startSmall(host, {}, virtual)).id;
  must(await host.instances.cancel(trashed));
  must(await host.instances.trash(trashed));
  const authToSign = "{ provider: sms_otp, max_failures: 3, attempts_per_sms: 2 }";
  await playAll(host, (await startSmall(host, { authToSign }, virtual)).id);
  must(await host.mailbox.setRules([{ address: "bob@example.test", effect: { kind: "delay", minutes: 60 } }]));
  running = (await startSmall(host, { callbackUrl: receiver.url }, virtual)).id;
  await host.idle();
  await host.close();
  await receiver.close();
});
afterAll(() => played.dispose());
beforeEach(async () => {
  workspace = await closedWorkspace(played.dir);
});
afterEach(() => workspace.dispose());

/** The problems reported after a change of the closed database. */
async function reported(...statements: readonly string[]): Promise<readonly string[]> {
  const db = new Database(path.join(workspace.dir, "countersign.db"));
  onTestFinished(() => void db.close());
  for (const statement of statements) db.prepare(statement).run();
  db.close();
  return (await verifyWorkspace(workspace.dir)).problems.map(({ message }) => message);
}

describe("law 3: verify compares what is planned with what the history plans", () => {
  test("a whole workspace is whole", async () => {
    expect(await reported()).toEqual([]);
  });

  const job = (what: string) => `id = '${running}:${what}'`;
  test.each<[string, () => string, RegExp]>([
    ["a time-out of another kind", () => `SET kind = 'xyz' WHERE ${job("time_out")}`, /^Its time-out.*is not planned/],
    ["a time-out on the wall", () => `SET wall = 1 WHERE ${job("time_out")}`, /^The time_out job .* is not written/],
    [
      "a time-out of another rank",
      () => `SET rank = 4 WHERE ${job("time_out")}`,
      /^The time_out job .* is not written/,
    ],
    [
      "a time-out with a payload",
      () => `SET payload = '{"x":1}' WHERE ${job("time_out")}`,
      /^The time_out job .* is not written/,
    ],
    [
      "a payload that is no JSON",
      () => `SET payload = 'noise' WHERE ${job("time_out")}`,
      /^The time_out job .* is not written/,
    ],
    [
      "a deletion that became a trashing",
      () => `SET payload = '{"action":"trash"}' WHERE id = '${trashed}:retention'`,
      /planned with {"action":"trash"}, and the history leads to {"action":"delete"}/,
    ],
    [
      "another message's arrival",
      () => `SET payload = '{"notification":1}' WHERE ${job("mail:2")}`,
      /^Message 2 to "bob" is on its way, and its arrival is not planned/,
    ],
    [
      "an arrival before the sending",
      () => `SET dueAt = ${AT - 1} WHERE ${job("mail:2")}`,
      /^The arrival of message 2 to "bob", sent at .*, is planned for/,
    ],
    [
      "a callback's next attempt at another time",
      () => `SET dueAt = dueAt + 1000 WHERE kind = 'callback' AND instanceId = '${running}'`,
      /^Its callback 1 .* is planned for .*, and the list says/,
    ],
  ])("%s", async (_, change, expected) => {
    expect(await reported(`UPDATE jobs ${change()}`)).toContainEqual(expect.stringMatching(expected));
  });
});

describe("law 3: verify goes on past a value that Countersign never writes", () => {
  test.each([
    [
      "UPDATE mail SET attachments = '{}' WHERE ordinal = 1",
      /^The row .* of mail is damaged: its attachments is not what Countersign writes there/,
    ],
    ["UPDATE mail SET attachments = '[null]' WHERE ordinal = 1", /^The row .* of mail is damaged: its attachments/],
    [
      "UPDATE callbacks SET body = 'null' WHERE ordinal = (SELECT min(ordinal) FROM callbacks)",
      /^The row .* of callbacks is damaged: its body/,
    ],
    [
      "UPDATE callbacks SET nextAttemptAt = -9223372036854775807 WHERE ordinal = (SELECT min(ordinal) FROM callbacks)",
      /^The row .* of callbacks is damaged: its nextAttemptAt/,
    ],
    [
      "UPDATE callbacks SET state = 'foo' WHERE ordinal = (SELECT min(ordinal) FROM callbacks)",
      /^Its callback .* is listed as "foo", which Countersign never writes\.$/,
    ],
    [
      "UPDATE jobs SET dueAt = 9007199254740993",
      / is planned for no date \(9007199254740992\), and the history leads to /,
    ],
    [
      "UPDATE clocks SET now = 9007199254740993 WHERE id = (SELECT min(clockId) FROM instances)",
      /^The row .* of clocks is damaged: its now is no date/,
    ],
  ])("%s", async (statement, words) => {
    const messages = await reported(statement, "DELETE FROM links");
    expect(messages).toContainEqual(expect.stringMatching(words));
    expect(messages).toContainEqual(expect.stringMatching(/link/));
  });
});

describe("law 3: verify compares the lists with the history", () => {
  const message = () => `id = (SELECT id FROM mail WHERE instanceId = '${completed}' AND kind = 'confirmation')`;
  test.each<[string, () => string, RegExp]>([
    [
      "an attachment that is gone",
      () => `UPDATE mail SET attachments = '[]' WHERE ${message()}`,
      /its attachments differs/,
    ],
    [
      "an attachment where there was none",
      () =>
        `UPDATE mail SET attachments = (SELECT attachments FROM mail WHERE ${message()}) WHERE id = '${completed}-1'`,
      /its attachments differs/,
    ],
    [
      "a document's title",
      () => "UPDATE documents SET title = 'Other'",
      /^The document "contract" differs from the history/,
    ],
    [
      "a document's pages",
      () => "UPDATE documents SET pages = pages + 1",
      /^The document "contract" differs from the history/,
    ],
    [
      "a document's account",
      () => "UPDATE documents SET accountId = '99'",
      /^The document "contract" differs from the history/,
    ],
    [
      "a signature",
      () => "DELETE FROM secrets WHERE ref LIKE 'signature:%'",
      /^The signature that "alice" gave on "contract" is missing/,
    ],
    ["a code", () => "DELETE FROM secrets WHERE ref LIKE 'code:%'", /^The code of a message to "bob" is missing/],
    [
      "the title that is searched",
      () => `UPDATE instances SET titleFolded = 'other'`,
      /search index has another title/,
    ],
  ])("%s", async (_, statement, expected) => {
    expect(await reported(statement())).toContainEqual(expect.stringMatching(expected));
  });
});
