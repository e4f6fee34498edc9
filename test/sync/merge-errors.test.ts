import { expect, test } from "vitest";
import { analyse, wireFields } from "../../src-shared/language/index.ts";
import { canonicalFields, merge, mergeErrors } from "../../src-shared/sync/index.ts";
import { smallFlow } from "../fixtures/small-flow.ts";

const BASE = smallFlow({ documentId: "1001" });
const read = (text: string) => canonicalFields(wireFields(analyse(text).value));

test("Y5: a merge that brings in an error that neither side had says which", () => {
  const base = read(BASE);
  // There bob is taken out of the flow; here he is asked to approve as well.
  const theirs = read(BASE.replaceAll("alice, bob", "alice").replace(/^ *bob:.*\n/m, ""));
  const mine = read(
    BASE.replace("signed-by:", "approved-by: { users: [bob], documents: [contract] }\n          signed-by:"),
  );
  const { fields, conflicts } = merge({ base, mine, theirs });
  expect(conflicts).toEqual([]);
  expect(mergeErrors({ mine, theirs }, fields)).toMatchObject([{ rule: "R001" }]);
  expect(mergeErrors({ mine: fields, theirs }, fields)).toEqual([]);
  expect(mergeErrors({ mine: base, theirs: base }, base)).toEqual([]);
});
