import { expect, test } from "vitest";
import { must } from "../harness/workspace.ts";
import { openRig, TEXT } from "./rig.ts";

test.each([
  ["own", ["Mine", "Changed"]],
  ["all", ["Mine", "Changed", "Example"]],
  ["none", []],
] as const)("Y1: an account that is added binds of the flows here: %s", async (bind, bound) => {
  const rig = await openRig();
  const make = async (title: string) =>
    must(await rig.host.drafts.createFromText({ text: TEXT.replace("title: Loan", `title: ${title}`) }));
  const examples = [await make("Example"), await make("Changed")];
  must(await rig.host.settings.setExamples(examples));
  must(await rig.host.drafts.patch(examples[1]?.id ?? "", { duration: 40 }));
  await make("Mine");
  await rig.draft(TEXT);
  expect(rig.host.sync.unbound()).toEqual({ drafts: 3, examples: 1 });
  const { credentials, baseUrl } = rig.remote;
  must(await rig.host.sync.remove("Bank", "archive"));
  must(await rig.host.sync.add({ name: "Other", url: baseUrl, credentials, bind }));
  const open = must(rig.host.sync.open("Other")).map(({ title }) => title);
  expect(open.toSorted()).toEqual([...bound].toSorted());
});
