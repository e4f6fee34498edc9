import path from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";
import { settingKey } from "../../src-main/engine/core/setting-keys.ts";
import { must, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";

/** Its document has no PDF [R002] and nobody uses it [R004]; its callback leaves the machine [P006]. */
const TEXT = `process: { dsl-version: "0.3.0", stages: [{ one: { actions: [], expect: {} } }] }
process_parameters: { documents: { nda: ./nda.pdf } }
callback: { url: "https://hooks.example.test/", version: 1 }
`;

let workspace: TestWorkspace;
let id: string;
beforeEach(async () => {
  workspace = await testWorkspace();
  id = must(await workspace.host.drafts.createFromText({ text: TEXT })).id;
});
afterEach(() => workspace.dispose());

const listed = () => {
  const draft = workspace.host.drafts.list({}).items.find((item) => item.id === id);
  return draft && { errors: draft.errors, warnings: draft.warnings, revision: draft.revision };
};

async function reopenedAfter(statement: string): Promise<void> {
  await workspace.host.close();
  const db = new Database(path.join(workspace.dir, "countersign.db"));
  db.exec(statement);
  db.close();
  await workspace.reopen();
}

test("R002: a draft that an older version counted as sound is counted anew when the workspace is opened", async () => {
  const right = { errors: 1, warnings: 2, revision: 1 };
  expect(listed()).toEqual(right);
  await expect.poll(() => workspace.host.settings.get(settingKey.countedBy)).not.toBeNull();
  const wrong = "UPDATE drafts SET errors = 0, warnings = 0;";
  await reopenedAfter(`${wrong} DELETE FROM settings WHERE "key" = '${settingKey.countedBy}'`);
  await expect.poll(listed).toEqual(right);
});

test("P006: other hosts that callbacks may go to count the warnings anew at once, and an opening with the same does not", async () => {
  must(await workspace.host.callbacks.setAllowedHosts(["hooks.example.test"]));
  must(await workspace.host.callbacks.setAllowedHosts([]));
  must(await workspace.host.callbacks.setAllowedHosts(["HOOKS.example.test"]));
  await workspace.host.idle();
  expect(listed()).toEqual({ errors: 1, warnings: 1, revision: 1 });
  await reopenedAfter("UPDATE drafts SET warnings = 7;");
  await workspace.host.idle();
  expect(listed()).toEqual({ errors: 1, warnings: 7, revision: 1 });
  must(await workspace.host.callbacks.setAllowedHosts([]));
  await workspace.reopen();
  await expect.poll(listed).toEqual({ errors: 1, warnings: 2, revision: 1 });
});
