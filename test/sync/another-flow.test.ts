import { describe, expect, onTestFinished, test } from "vitest";
import { must } from "../harness/workspace.ts";
import { oauth, openService, type TestService } from "../service/harness.ts";
import type { Disguise } from "./fault-proxy.ts";
import { EMPTY, openRig, REMOTES, TEXT } from "./rig.ts";
import { sparseDisguise } from "./sparse.ts";

/** Another flow, of other people. */
const OTHER = `title: Cleaning contract
process:
  dsl-version: 0.3.0
  stages:
    - agreeing: { actions: [], expect: { approved-by: { users: [zoe], documents: [terms] } } }
process_parameters:
  documents: {}
  users: { zoe: { id_type: email, id: zoe@example.test } }
`;

async function replaced(name: (typeof REMOTES)[number]) {
  const first = await openService();
  onTestFinished(() => first.close());
  const second = await openService();
  onTestFinished(() => second.close());
  let now: TestService = first;
  const plain = name === "sparse" ? sparseDisguise() : null;
  const own = { ...(plain ?? { request: (asked) => asked, answer: (_asked, answer) => answer }) } as Disguise;
  const disguise: Disguise = {
    request(asked) {
      const real = own.request(asked);
      return real && { ...real, headers: { ...real.headers, authorization: oauth(now.credentials) } };
    },
    answer: own.answer,
  };
  const rig = await openRig({ remote: first, disguise, name });
  const draft = await rig.draft(TEXT);
  await rig.sync();
  must(await second.host.drafts.createFromText({ text: OTHER }));
  now = second;
  rig.proxy.service = second.baseUrl;
  const theirs = () => second.host.drafts.list({}).items.map(({ title }) => title);
  return { rig, ...draft, theirs };
}

describe.each(REMOTES)("Y4, Y6, Y7: on the remote %s, an id that shows another flow by now", (name) => {
  test("is a conflict, and overwrites nothing here or there; what is there is a version here", async () => {
    const { rig, id, key, theirs } = await replaced(name);
    for (const again of [1, 2])
      expect([again, await rig.sync()]).toEqual([
        again,
        expect.objectContaining({
          pushed: [],
          pulled: [],
          conflicts: [expect.objectContaining({ draft: key, path: [] })],
        }),
      ]);
    expect([rig.textOf(id), theirs()]).toEqual([TEXT, ["Cleaning contract"]]);
    const versions = must(rig.host.drafts.versions(id, {})).items.filter(({ origin }) => origin === "synced");
    expect(versions.map(({ source }) => source)).toEqual(["Bank"]);
  });

  test.each([
    ["mine", "Loan"],
    ["theirs", "Cleaning contract"],
  ] as const)("is settled by key for %s as a whole", async (take, title) => {
    const { rig, id, key, theirs } = await replaced(name);
    await rig.sync();
    const open = must(rig.host.sync.conflict("Bank", key));
    const told = { reason: "another_flow", titleThere: "Cleaning contract", errors: [], proposal: null };
    expect(open).toMatchObject({ ...told, conflicts: [{ path: [], kind: "changed" }] });
    must(await rig.host.sync.settle("Bank", key, [{ path: [], kind: "changed", take }]));
    await rig.sync();
    expect([must(rig.host.drafts.get(id)).title, theirs()]).toEqual([title, [title]]);
    expect(rig.textOf(id).includes("zoe")).toBe(take === "theirs");
    expect(await rig.sync()).toMatchObject(EMPTY);
  });
});
