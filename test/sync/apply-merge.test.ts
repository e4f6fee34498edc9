import { expect, test } from "vitest";
import { objectOf, type WireFields } from "../../src-shared/language/index.ts";
import { applyMerge, canonicalFields } from "../../src-shared/sync/index.ts";

const GROUP = { users: ["alice", "bob"], documents: ["contract"], count: 1 };
const REMINDERS = [
  { users: ["alice"], date: { type: "relative", days_delay: 3 } },
  { date: { type: "relative", days_delay: 5 } },
];

const flow = (group: object, reminders: readonly object[]) =>
  ({
    process: {
      "dsl-version": "0.3.0",
      stages: [{ signing: { actions: [], expect: { "signed-by-group-of": group } } }],
      "automatic-reminders": reminders,
    },
  }) as unknown as WireFields;

test("Y2, Y3: a group that stands alone, and a reminder, get what changed, and are written as before", () => {
  const written = flow(GROUP, REMINDERS);
  const later = [{ ...REMINDERS[0], date: { type: "relative", days_delay: 7 } }, ...REMINDERS.slice(1)];
  const wanted = flow({ ...GROUP, count: 2 }, later);
  const after = applyMerge(written, canonicalFields(written), canonicalFields(wanted));
  const { stages, "automatic-reminders": reminders } = objectOf(after.process);
  expect(stages).toEqual(objectOf(wanted.process).stages);
  expect(reminders).toEqual(later);
});

test("Y2: a second group makes a list of one that stood alone", () => {
  const written = flow(GROUP, REMINDERS);
  const both = [GROUP, { ...GROUP, users: ["carol"] }];
  const after = applyMerge(written, canonicalFields(written), canonicalFields(flow(both, REMINDERS)));
  expect(objectOf(after.process).stages).toEqual(objectOf(flow(both, []).process).stages);
});
