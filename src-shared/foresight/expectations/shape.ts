import {
  field,
  filledText,
  integer,
  list,
  type ObjectShape,
  object,
  offering,
  oneOf,
  type Shape,
} from "../../language/index.ts";
import { findingTitles } from "../findings/index.ts";
import { happenings } from "./happenings.ts";
import type { Names } from "./names.ts";

/** The keys of one expectation; each item has exactly one of them. */
export const expectationKinds = ["before", "always", "never", "possible", "at-most", "within"] as const;
export type ExpectationKind = (typeof expectationKinds)[number];

/** The shape of a flow's expectations: the checker, completion and hover read it. */
export function expectationsShape(names: Names): ObjectShape {
  const event: Shape = { kind: "text", nonEmpty: true, offers: () => happenings(names, "present") };
  const fact: Shape = { kind: "text", nonEmpty: true, offers: () => happenings(names, "past") };
  const person: Shape = { kind: "text", nonEmpty: true, offers: () => names.participants };
  const named: Shape = { kind: "text", nonEmpty: true, offers: () => [...names.participants, ...names.documents] };
  const items = object({
    before: field(
      { kind: "list", item: event, nonEmpty: true },
      "Whenever the second happens, the first has happened before.",
      "before: [guarantor approves loan, lender signs loan]",
    ),
    always: field(
      object({
        when: field(event, "The situation.", "when: completed", { required: true }),
        that: field(
          { kind: "list", item: fact, nonEmpty: true },
          "What has happened by then, in every run.",
          "that: [guarantor signed guarantee]",
          { required: true },
        ),
      }),
      "In every run that comes to a situation, these things have happened before.",
      "always: { when: completed, that: [guarantor signed guarantee] }",
    ),
    never: field(event, "No run shows it.", "never: borrower sees guarantee"),
    possible: field(
      object({
        reach: field(event, "The situation.", "reach: completed", { required: true }),
        without: field(list(person), "People who never act in that run.", "without: [guarantor]"),
      }),
      "Some run comes to a situation while these people never act.",
      "possible: { reach: completed, without: [guarantor] }",
    ),
    "at-most": field(
      object({}, { open: offering(() => mailsTo(names)) }),
      "No run sends somebody more messages than this, codes aside.",
      "at-most: { 12: email to guarantor }",
    ),
    within: field(
      object({
        days: field(integer, "Days from the start.", "days: 30", { required: true }),
        reach: field(event, "The situation.", "reach: completed", { required: true }),
        "if-everyone-acts-within": field(
          integer,
          "Days within which everybody acts once they are asked.",
          "if-everyone-acts-within: 3",
          { required: true },
        ),
      }),
      "Every run in which everybody acts in time comes to a situation within so many days.",
      "within: { days: 30, reach: completed, if-everyone-acts-within: 3 }",
    ),
  });
  return object({
    flow: field(filledText, "The flow's file, from this file's folder.", "flow: ./loan.flow.yaml"),
    assume: field(
      object({
        prolong: field(
          oneOf("never", "possible"),
          "Whether a flow that has timed out may be prolonged.",
          "prolong: never",
        ),
        unlock: field(oneOf("never", "possible"), "Whether the author may unlock people.", "unlock: never"),
        seals: field(oneOf("succeed", "may fail"), "Whether seals succeed at once.", "seals: succeed"),
      }),
      "What is taken for granted of the world.",
      "assume: { prolong: never }",
    ),
    expect: field(
      list(items),
      "What every run of the flow must keep to.",
      "expect:\n  - never: borrower sees guarantee",
    ),
    accept: field(
      list(
        object({
          finding: field(oneOf(...Object.keys(findingTitles)), "Id of a finding.", "finding: X104", { required: true }),
          of: field(
            {
              kind: "either",
              text: named,
              list: { kind: "list", item: named, nonEmpty: true },
              object: { kind: "checkedByRule" },
            },
            "Whom or which document it is about, or a list of them; left out: all of them.",
            "of: [borrower, guarantor]",
          ),
          because: field(filledText, "Why it is right as it is.", "because: told by phone", { required: true }),
        }),
      ),
      "Findings that are meant to be so.",
      "accept: [{ finding: X104, of: borrower, because: told by phone }]",
    ),
  });
}

/** The messages that `at-most` can count. */
function mailsTo({ participants }: Names): readonly string[] {
  return participants.flatMap((name) => ["email", "sms", "message"].map((method) => `${method} to ${name}`));
}
