import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { at } from "../../scripts/places.ts";
import { must } from "../harness/workspace.ts";
import { openRig, TEXT } from "./rig.ts";

interface Index {
  readonly examples: readonly { readonly starter: boolean; readonly flow: string }[];
}

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

test("Y1: examples of a workspace from before they were marked are known by their titles, unless somebody changed them", async () => {
  const rig = await openRig();
  const make = async (title: string) =>
    must(
      await rig.host.drafts.createFromText({ text: TEXT.replace("title: Loan", `title: ${JSON.stringify(title)}`) }),
    );
  const { examples } = JSON.parse(readFileSync(at("resources/examples/index.json"), "utf8")) as Index;
  const titles = examples.flatMap(({ starter, flow }) => (starter ? [flow] : []));
  for (const title of titles) await make(title);
  await make("Mine");
  expect(rig.host.sync.unbound()).toEqual({ drafts: 5, examples: 4 });
  const changed = rig.host.drafts.list({}).items.find(({ title }) => title === titles[0]);
  must(await rig.host.drafts.patch(changed?.id ?? "", { duration: 40 }));
  expect(rig.host.sync.unbound()).toEqual({ drafts: 5, examples: 3 });
  // Marked ones alone count once there are any.
  must(await rig.host.settings.setExamples([]));
  expect(rig.host.sync.unbound()).toEqual({ drafts: 5, examples: 0 });
});
