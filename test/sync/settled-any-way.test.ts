import { describe, expect, test } from "vitest";
import { analyse, wireFields } from "../../src-shared/language/index.ts";
import { type Choice, canonicalFields } from "../../src-shared/sync/index.ts";
import { must } from "../harness/workspace.ts";
import { EMPTY, openRig, TEXT } from "./rig.ts";

const read = (text: string) => canonicalFields(wireFields(analyse(text).value));
const namesIn = ({ process_parameters: parameters }: ReturnType<typeof read>) =>
  Object.keys((parameters as { users: object }).users).toSorted();
type Edit = (text: string) => string;
const swap =
  (from: string, to: string): Edit =>
  (text) => {
    expect(text).toContain(from);
    return text.replaceAll(from, to);
  };
const stage = (name: string) => swap("  stages:\n", `  stages:\n    - ${name}: { actions: [], expect: {} }\n`);
const removed: Edit = (text) => text.replace(/^ *bob:.*\n/m, "").replaceAll("[alice, bob]", "[alice]");

/** What each side did, and what the conflict is. */
const KINDS: readonly (readonly [path: string, kind: string, mine: Edit, theirs: Edit])[] = [
  ["title", "changed", swap("title: Loan", "title: Mine"), swap("title: Loan", "title: Theirs")],
  ["duration", "changed", swap("duration: 14", "duration: 30"), swap("duration: 14", "duration: 60")],
  [
    "process_parameters/messages/invitation",
    "changed",
    swap("Please sign.", "Please sign soon."),
    swap("Please sign.", "Sign, please."),
  ],
  ["process_parameters/users/bob", "removed", swap("bob@example", "robert@example"), removed],
  ["process_parameters/users/bob", "removed", removed, swap("bob@example", "robert@example")],
  ["process/stages", "order", stage("mine"), stage("theirs")],
  ["process/stages/signing", "renamed", swap("signing:", "we-sign:"), swap("signing:", "they-sign:")],
];

describe("Y6: a conflict of each kind is settled by each answer, and both sides are the same after it", () => {
  test.each(KINDS)("%s, %s", async (path, kind, mine, theirs) => {
    const rig = await openRig();
    for (const how of ["mine", "theirs", "text", ["mine"], ["theirs"]] as const) {
      const name = JSON.stringify(how);
      // Each flow is told from the others by its own participant.
      const text = TEXT.replace("alice@", `alice${rig.there().size}@`);
      const { id, key } = await rig.draft(text);
      const before = new Set(rig.remote.host.drafts.list({}).items.map((row) => row.id));
      await rig.sync();
      const there = rig.remote.host.drafts.list({}).items.find((row) => !before.has(row.id))?.id ?? "";
      must(await rig.remote.host.drafts.saveText(there, theirs(text)));
      must(await rig.host.drafts.saveText(id, mine(text)));
      expect((await rig.sync()).conflicts, name).toMatchObject([{ path: path.split("/") }]);
      const conflict = () => must(rig.host.sync.conflict("Bank", key, settling));
      const found = must(rig.host.sync.conflict("Bank", key))?.conflicts ?? [];
      expect(found, name).toMatchObject([{ kind }]);
      const settling =
        typeof how === "string" ? how : found.map((one): Choice => ({ path: one.path, kind: one.kind, take: how[0] }));
      const result = read(conflict()?.proposal ?? "");
      must(await rig.host.sync.settle("Bank", key, settling));
      await rig.sync();
      expect(await rig.sync(), name).toMatchObject(EMPTY);
      const both = [rig.textOf(id), must(rig.remote.host.drafts.get(there)).text].map(read);
      expect(both, name).toEqual([result, result]);
      const side = read((String(how) === "theirs" ? theirs : mine)(text));
      // What else the other side did is merged: it takes bob out of the lists, too, and a stage of its own stays.
      if (kind === "removed") expect(namesIn(result), name).toEqual(namesIn(side));
      else if (kind !== "order") expect(result, name).toEqual(side);
    }
  });
});
