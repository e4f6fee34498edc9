import { expect, test } from "vitest";
import { sharedPrograms } from "../../src-main/engine/core/programs.ts";
import { decide, type State } from "../../src-shared/flow/index.ts";
import { approve, stage, startCommand, T0 } from "../fixtures/flow-shape.ts";

function begun(approver: string, title = "Loan"): State {
  const shape = { participants: [{ name: approver }], stages: [stage(title, approve([approver]))] };
  const decision = decide(null, startCommand(shape), T0);
  if (!decision.ok) throw new Error(decision.refusal.message);
  return decision.state;
}

test("runs of one flow share their program, whoever they were sent to, and other flows have their own", () => {
  const shared = sharedPrograms(2);
  const first = shared(begun("alice"));
  const again = shared(begun("alice"));
  expect(again.program).toBe(first.program);
  expect(again).not.toBe(first);
  expect(shared(begun("bob")).program.participants).toEqual(["bob"]);
  expect(shared(begun("alice", "Lease")).program.stages[0]?.name).toBe("Lease");
});

test("a program that is forgotten stays as it is with the runs that have it", () => {
  const shared = sharedPrograms(1);
  const first = shared(begun("alice"));
  shared(begun("bob"));
  const later = shared(begun("alice"));
  expect(later.program).not.toBe(first.program);
  expect(later.program).toEqual(first.program);
});
