import { expect, test } from "vitest";
import { must } from "../harness/workspace.ts";
import { openRig, TEXT } from "./rig.ts";

const NEWER = TEXT.replace("dsl-version: 0.3.0", "dsl-version: 0.3.0\n  allow-rejections: false");
const sentence =
  "`allow-rejections` is not known to the account “Bank”: it came with 0.33.0, and the service reports 0.32.0. Remove it, or use another account.";
const reports = (api_version: string) => JSON.stringify({ api_version, build_date: "", build_commit: "" });

/** The account of a service that reports 0.32.0, until it says another. */
async function openOlder() {
  const says = { path: "/flow/version", body: reports("0.32.0") };
  const rig = await openRig({ says });
  must(await rig.host.sync.check("Bank"));
  return { rig, becomes: (version: string) => Object.assign(says, { body: reports(version) }) };
}

test("V101, Y17: what an older service cannot take is refused with the editor's sentence, and nothing of it is sent", async () => {
  const { rig } = await openOlder();
  const { id, key } = await rig.draft(NEWER);
  expect(must(await rig.host.sync.run("Bank", { dryRun: true }))).toMatchObject({ planned: [], refused: [{}] });
  const report = await rig.sync();
  expect(report).toMatchObject({ pushed: [], refused: [{ what: "“Loan”", why: sentence }] });
  expect(rig.there().size).toBe(0);
  expect(rig.host.sync.stateOf(key)).toMatchObject({ state: "refused", why: sentence, apiVersion: "0.32.0" });
  must(await rig.host.drafts.saveText(id, TEXT));
  expect(await rig.sync()).toMatchObject({ pushed: [key], refused: [] });
  must(await rig.host.drafts.saveText(id, NEWER));
  expect(await rig.sync()).toMatchObject({ pushed: [], refused: [{ why: sentence }] });
  expect(rig.proxy.asked.filter((asked) => /^(POST|PATCH) \/flow\/drafts/.test(asked))).toHaveLength(1);
});

test("V101, Y10: what an older service cannot take is not started there", async () => {
  const { rig } = await openOlder();
  const { id } = await rig.flow();
  must(
    await rig.host.drafts.saveText(id, rig.textOf(id).replace("process:\n", "process:\n  allow-rejections: false\n")),
  );
  const report = must(await rig.host.sync.runs.start("Bank", id));
  expect(report).toMatchObject({ done: [], refused: [{ why: `Nothing was started. ${sentence}` }] });
});

test("V101: a service that is newer by now is asked before it is told, and takes the draft", async () => {
  const { rig, becomes } = await openOlder();
  const { key } = await rig.draft(NEWER);
  await rig.sync();
  becomes("0.49.0");
  expect(await rig.sync()).toMatchObject({ pushed: [key], refused: [] });
  expect(rig.host.sync.accounts()[0]).toMatchObject({ apiVersion: "0.49.0" });
  expect(rig.state(key)).toBe("up_to_date");
});
