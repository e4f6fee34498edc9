import { expect, test } from "vitest";
import { accountState, accountStates, worstState } from "../../src-shared/sync/index.ts";

const QUIET = {
  ...{
    unanswered: false,
    checking: false,
    running: false,
    stopped: false,
    failed: false,
    rests: false,
    offline: false,
    unusable: false,
    synced: true,
  },
  ...{ drafts: [], others: [], held: false },
} as const;

test("Y17: an account is told in one word, the one that its author should hear of first", () => {
  expect(accountState(QUIET)).toBe("up_to_date");
  expect(accountState({ ...QUIET, drafts: ["up_to_date", "changed_here"] })).toBe("waiting");
  expect(accountState({ ...QUIET, others: ["waiting", "perhaps"] })).toBe("perhaps");
  expect(accountState({ ...QUIET, drafts: ["changed_here"], others: ["refused"] })).toBe("refused");
  expect(accountState({ ...QUIET, others: ["perhaps", "check_failed"] })).toBe("check_failed");
  expect(accountState({ ...QUIET, others: ["check_failed", "refused"] })).toBe("refused");
  expect(accountState({ ...QUIET, synced: false, drafts: ["only_here"] })).toBe("fresh");
  expect(accountState({ ...QUIET, offline: true, drafts: ["changed_here"] })).toBe("offline");
  expect(accountState({ ...QUIET, offline: true, drafts: ["changed_here", "deleted_there"] })).toBe("conflict");
  expect(accountState({ ...QUIET, stopped: true, drafts: ["conflict"] })).toBe("stopped");
  expect(accountState({ ...QUIET, rests: true, offline: true, drafts: ["changed_here"] })).toBe("rests");
  expect(accountState({ ...QUIET, rests: true, drafts: ["conflict"] })).toBe("conflict");
  expect(accountState({ ...QUIET, failed: true, rests: true, drafts: ["conflict"] })).toBe("failed");
  expect(accountState({ ...QUIET, failed: true, stopped: true })).toBe("stopped");
  expect(accountState({ ...QUIET, unusable: true, offline: true, drafts: ["conflict"] })).toBe("unusable");
  expect(accountState({ ...QUIET, unusable: true, failed: true })).toBe("failed");
  expect(accountState({ ...QUIET, running: true, stopped: true })).toBe("running");
  expect(accountState({ ...QUIET, running: true, unanswered: true, offline: true })).toBe("unanswered");
  expect(accountState({ ...QUIET, running: true, unanswered: true, rests: true, offline: true })).toBe("rests");
  expect(accountState({ ...QUIET, checking: true, stopped: true })).toBe("checking");
  expect(accountState({ ...QUIET, checking: true, rests: true, offline: true })).toBe("rests");
  expect(accountState({ ...QUIET, held: true })).toBe("held");
  expect(accountState({ ...QUIET, held: true, drafts: ["changed_here"] })).toBe("waiting");
});

test("Y17: of several accounts the worst is told, of none nothing", () => {
  expect(worstState(["up_to_date", "waiting", "refused"])).toBe("refused");
  expect(worstState(["up_to_date"])).toBe("up_to_date");
  expect(worstState([...accountStates].reverse())).toBe("unanswered");
  expect(worstState([])).toBeNull();
});
