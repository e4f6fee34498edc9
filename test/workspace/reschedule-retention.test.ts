import path from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { verifyWorkspace } from "../../src-main/verification/index.ts";
import { approvalTemplate } from "../bench/acts.ts";
import { fill } from "../bench/filled-workspace.ts";
import { T0 } from "../fixtures/flow-shape.ts";
import { startSmall } from "../fixtures/small-flow.ts";
import { must, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";

const DAY = 86_400_000;
/** More than one step reschedules. */
const MANY = 450;

let now: number;
let workspace: TestWorkspace;
beforeEach(async () => {
  now = T0;
  workspace = await testWorkspace({ clockNow: () => now });
});
afterEach(() => workspace.dispose());

async function fillWithCanceled(): Promise<void> {
  await workspace.host.close();
  const flow = approvalTemplate(["alice"]);
  flow.send({ type: "cancel" });
  await fill(workspace.dir, "a", MANY, flow);
  await workspace.reopen();
}

function planned(): number {
  return must(workspace.host.clocks.due("real", 1000)).length;
}

function change(...statements: readonly string[]): void {
  const db = new Database(path.join(workspace.dir, "countersign.db"));
  for (const statement of statements) db.exec(statement);
  db.close();
}

function isRescheduling(): boolean {
  const db = new Database(path.join(workspace.dir, "countersign.db"), { readonly: true });
  const [found] = db.prepare("SELECT rescheduling FROM folders").pluck().all();
  db.close();
  return found === 1;
}

describe("C4: a policy for many instances", () => {
  test("C4: is written at once and planned in steps, between which others have their turn", async () => {
    await fillWithCanceled();
    const reported: string[] = [];
    const setting = workspace.host.folders
      .setRetention("home", { trash_failed: 3 })
      .then(() => reported.push("planned"));
    const preview = workspace.host.folders.previewRetention("home", { trash_failed: 3 });
    must(await workspace.host.settings.set("mine", "1"));
    reported.push("another write");
    expect(must(workspace.host.folders.get("home")).retention.trash_failed).toBe(3);
    expect(planned()).toBeLessThan(MANY);
    expect(isRescheduling()).toBe(true);
    await setting;
    expect(reported).toEqual(["another write", "planned"]);
    expect(must(await preview)).toEqual({ trash: 0, remove: 0 });
    expect(planned()).toBe(MANY);
    expect(isRescheduling()).toBe(false);
    now += 3 * DAY;
    expect(must(await workspace.host.folders.previewRetention("home", {}))).toEqual({ trash: MANY, remove: 0 });
  });

  test("C4: that is cut short by a closing is gone on with at the next opening, and is nothing broken meanwhile", async () => {
    await fillWithCanceled();
    const setting = workspace.host.folders.setRetention("home", { trash_failed: 3 });
    must(await workspace.host.settings.set("mine", "1"));
    await workspace.host.close();
    must(await setting);
    const { problems } = await verifyWorkspace(workspace.dir);
    expect(problems.filter(({ message }) => message.includes("move to the trash"))).toEqual([]);
    const host = await workspace.reopen();
    await host.idle();
    expect(planned()).toBe(MANY);
    expect(isRescheduling()).toBe(false);
  });
});

describe("C4: a policy that a crash kept from an instance", () => {
  /** As the policy's transaction left it: nothing is rescheduled yet. */
  function crashedAfter(policy: string): void {
    change(`UPDATE folders SET retention = json_patch(retention, '${policy}'), rescheduling = 1 WHERE home`);
  }

  test("C4: is told as nothing broken, and holds from the next opening on", async () => {
    const { id } = await startSmall(workspace.host);
    must(await workspace.host.instances.cancel(id));
    await workspace.host.close();
    crashedAfter('{"trash_failed": 2}');
    expect(await verifyWorkspace(workspace.dir)).toMatchObject({ whole: true });
    const host = await workspace.reopen();
    await host.idle();
    expect(must(host.instances.due(id))).toMatchObject([{ kind: "retention", at: T0 + 2 * DAY }]);
    expect(await verifyWorkspace(workspace.dir)).toMatchObject({ whole: true });
  });

  test.each(["trashed", "at rest"])(
    "C3 C4: is asked before what was planned by the old one is done to an instance %s",
    async (where) => {
      must(await workspace.host.folders.setRetention("home", { trash_failed: 1 }));
      const { id } = await startSmall(workspace.host);
      must(await workspace.host.instances.cancel(id));
      if (where === "trashed") must(await workspace.host.instances.trash(id));
      await workspace.host.close();
      crashedAfter('{"trash_failed": 60, "delete_trashed": 60}');
      now += 40 * DAY;
      const host = await workspace.reopen();
      await host.idle();
      expect(must(host.instances.get(id)).trashed).toBe(where === "trashed");
      const [due] = must(host.instances.due(id));
      expect(due?.at).toBeGreaterThan(T0 + 59 * DAY);
    },
  );
});
