import path from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { must } from "../harness/workspace.ts";
import { withFlow } from "./scene.ts";

test("Y10, law 9: a start that an error of our own cuts off, and that the next sync sends, is told as perhaps started", async () => {
  const { rig, id } = await withFlow();
  const { dir } = rig.workspace;
  const change = (sql: string) => {
    const db = new Database(path.join(dir, "countersign.db"));
    db.exec(sql);
    db.close();
  };
  const isUpload = ({ method, path: asked }: { method: string; path: string }) =>
    method === "POST" && asked.endsWith("documents/new");
  rig.proxy.meanwhile = async (asked) => {
    if (isUpload(asked))
      change("CREATE TRIGGER broken BEFORE INSERT ON outbound BEGIN SELECT RAISE(ABORT, 'broken by hand'); END");
  };
  const report = must(await rig.host.sync.runs.start("Bank", id));
  rig.proxy.meanwhile = async () => undefined;
  change("DROP TRIGGER broken");
  expect(report).toMatchObject({ done: [], failed: expect.stringMatching(/./), perhaps: [{ what: "run “Small”" }] });
  expect(rig.run()).toMatchObject({ id: null, state: "starting" });
  await rig.sync();
  expect(rig.remote.host.instances.list({}).items.length).toBe(1);
});
