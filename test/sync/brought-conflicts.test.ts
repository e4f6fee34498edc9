import { describe, expect, test } from "vitest";
import { analyse, wireFields } from "../../src-shared/language/index.ts";
import { type Choice, canonicalFields } from "../../src-shared/sync/index.ts";
import { must } from "../harness/workspace.ts";
import { EMPTY, openRig, REMOTES, type Rig } from "./rig.ts";

const NAMES = ["alice", "bob", "carol", "dave", "erin"];

/** Of five people; `dave` approves, and here he is asked to sign as well. */
const flow = ({ title = "Loan", duration = 14, signs = ["alice", "bob"], dave = true } = {}) => `title: ${title}
duration: ${duration}
process:
  dsl-version: 0.3.0
  stages:
    - preparing: { actions: [], expect: { approved-by: { users: [carol, erin], documents: [contract] } } }
${dave ? "    - approving: { actions: [], expect: { approved-by: { users: [dave], documents: [contract] } } }\n" : ""}    - signing: { actions: [], expect: { signed-by: { users: [${signs.join(", ")}], documents: [contract] } } }
process_parameters:
  documents: {}
  users:
${NAMES.filter((name) => dave || name !== "dave")
  .map((name) => `    ${name}: { id_type: email, id: ${name}@example.test }\n`)
  .join("")}`;

const read = (text: string) => canonicalFields(wireFields(analyse(text).value));

async function conflicted(rig: Rig) {
  const { id, key } = await rig.draft(flow());
  await rig.sync();
  const there = rig.there().get("Loan") ?? "";
  must(await rig.remote.host.drafts.saveText(there, flow({ title: "Theirs", duration: 60, dave: false })));
  const mine = flow({ title: "Mine", duration: 30, signs: ["alice", "bob", "dave"] });
  must(await rig.host.drafts.saveText(id, mine));
  await rig.sync();
  const conflict = (chosen?: Parameters<Rig["host"]["sync"]["conflict"]>[2]) =>
    must(rig.host.sync.conflict("Bank", key, chosen));
  const both = () => [rig.textOf(id), must(rig.remote.host.drafts.get(there)).text].map(read);
  return { id, key, mine, conflict, both };
}

const MENTIONS = { message: expect.stringContaining("`dave`"), path: expect.arrayContaining(["signing"]) };

describe.each(REMOTES)("Y5, Y6: on the remote %s, parts that settled any way would bring in an error", (name) => {
  test("say which and where, and are not settled one by one", async () => {
    const rig = await openRig({ name });
    const { key, conflict } = await conflicted(rig);
    const open = conflict();
    expect(open).toMatchObject({ reason: "parts", conflicts: [{ path: ["title"] }, { path: ["duration"] }] });
    for (const take of ["mine", "theirs"] as const) {
      const chosen = (open?.conflicts ?? []).map(({ path, kind }): Choice => ({ path, kind, take }));
      expect(conflict(chosen)?.errors).toEqual([MENTIONS]);
      const refused = await rig.host.sync.settle("Bank", key, chosen);
      expect(refused).toMatchObject({ ok: false, error: { message: expect.stringMatching(/settle the whole flow/) } });
    }
  });

  test.each([
    ["mine", flow({ title: "Mine", duration: 30, signs: ["alice", "bob", "dave"] })],
    ["theirs", flow({ title: "Theirs", duration: 60, dave: false })],
    ["text", flow({ title: "Mine", duration: 30, signs: ["alice", "bob", "dave"] })],
  ] as const)("are settled as a whole: %s", async (how, wanted) => {
    const rig = await openRig({ name });
    const { key, conflict, both } = await conflicted(rig);
    const shown = conflict(how);
    expect([read(shown?.proposal ?? ""), shown?.errors]).toEqual([read(wanted), []]);
    must(await rig.host.sync.settle("Bank", key, how));
    await rig.sync();
    expect(both()).toEqual([read(wanted), read(wanted)]);
    expect(await rig.sync()).toMatchObject(EMPTY);
  });
});

test("Y5: a merge without a conflict that would bring in an error says which and where", async () => {
  const rig = await openRig();
  const { id, key } = await rig.draft(flow());
  await rig.sync();
  must(await rig.remote.host.drafts.saveText(rig.there().get("Loan") ?? "", flow({ dave: false })));
  must(await rig.host.drafts.saveText(id, flow({ signs: ["alice", "bob", "dave"] })));
  await rig.sync();
  expect(must(rig.host.sync.conflict("Bank", key))).toMatchObject({ reason: "broken", errors: [MENTIONS] });
});

test("Y6: of two windows that settle a conflict differently, the second is told how the first did", async () => {
  const rig = await openRig();
  const { key, conflict } = await conflicted(rig);
  expect([conflict() === null, rig.host.sync.settledAs(key)]).toEqual([false, null]);
  const [first, second] = await Promise.all([
    rig.host.sync.settle("Bank", key, "theirs"),
    rig.host.sync.settle("Bank", key, "mine"),
  ]);
  expect([first.ok, second]).toEqual([
    true,
    { ok: false, error: expect.objectContaining({ message: expect.stringMatching(/settled meanwhile in another/) }) },
  ]);
  expect([conflict(), rig.host.sync.settledAs(key)]).toEqual([null, "theirs"]);
});

test("Y6: a conflict is not settled by who has not seen what it is by now", async () => {
  const rig = await openRig();
  const { id, key, conflict } = await conflicted(rig);
  const settle = async (seen?: string) => must(await rig.host.sync.settle("Bank", key, "mine", seen)).changed;
  const first = conflict()?.seen;
  must(await rig.host.drafts.patch(id, { duration: 90 }));
  const second = conflict()?.seen;
  expect([await settle(first), rig.host.sync.settledAs(key)]).toEqual([true, null]);
  expect([await settle(second), conflict(), rig.host.sync.settledAs(key)]).toEqual([false, null, "mine"]);
  await rig.sync();
  must(await rig.remote.host.drafts.patch(rig.there().get("Mine") ?? "", { duration: 7 }));
  must(await rig.host.drafts.patch(id, { duration: 8 }));
  await rig.sync();
  expect([await settle(second), await settle(conflict()?.seen)]).toEqual([true, false]);
});

test("Y6: all for one side takes that side's removals, and merges what did not conflict", async () => {
  const rig = await openRig();
  const { id, key } = await rig.draft(flow({ signs: ["alice"] }));
  await rig.sync();
  const there = rig.there().get("Loan") ?? "";
  const theirs = flow({ signs: ["alice"], dave: false }).replace("alice@", "anna@");
  must(await rig.remote.host.drafts.saveText(there, theirs));
  const edited = flow({ signs: ["alice"], duration: 40 }).replace("dave@", "david@");
  must(await rig.host.drafts.saveText(id, edited));
  expect((await rig.sync()).conflicts).toMatchObject([{ path: ["process_parameters", "users", "dave"] }]);
  must(await rig.host.sync.settle("Bank", key, "theirs"));
  await rig.sync();
  expect(read(rig.textOf(id))).toEqual(read(theirs.replace("duration: 14", "duration: 40")));
});
