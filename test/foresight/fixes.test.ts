import fc from "fast-check";
import { expect, test } from "vitest";
import { wireProcess } from "../../src-main/workspace/instances/wire.ts";
import { applyEdits, editBetween, toItsEnd } from "../../src-shared/basics/index.ts";
import { type CheckedFinding, findingIn } from "../../src-shared/foresight/index.ts";
import { type Action, analyse, draftText } from "../../src-shared/language/index.ts";
import { type FlowShape, startCommand } from "../fixtures/flow-shape.ts";
import { flow as randomFlow } from "../fixtures/random-flow.ts";
import { FUZZ_TIMEOUT, inputs } from "../fuzz/effort.ts";

/** How somebody can be reached. */
const USERS = {
  email: (name: string) => ({ id_type: "email", id: `${name}@example.test` }),
  phone: () => ({ id_type: "phone_number", id: "+46701740605" }),
  both: (name: string) => ({ id_type: "email", id: `${name}@example.test`, phone_number: "+46701740605" }),
  nothing: (name: string) => ({ id_type: "full_name", id: name }),
} as const;
type Way = keyof typeof USERS;

const way = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom<Way>("email", "phone", "both") },
  { weight: 1, arbitrary: fc.constant<Way>("nothing") },
);

interface Written {
  readonly shape: FlowShape;
  readonly ways: readonly Way[];
  /** Whether the flow has a message of the name that a fix would give to one. */
  readonly hasMessage: boolean;
  /** Spaces of JSON; 0: YAML. */
  readonly indent: number;
}

const flows: fc.Arbitrary<Written> = fc.record({
  shape: randomFlow,
  ways: fc.array(way, { minLength: 4, maxLength: 4 }),
  hasMessage: fc.boolean(),
  indent: fc.constantFrom(0, 2),
});

/** The flow's text, in which nobody is sent what cannot reach them, and viewing permissions stand where they may. */
function textOf({ shape, ways, hasMessage, indent }: Written): string {
  const { draft } = startCommand(shape);
  const people = draft.parameters.participants.map(({ name }, at) => [name, ways[at] ?? "email"] as const);
  const mailed = new Set(people.flatMap(([name, by]) => (by === "email" || by === "both" ? [name] : [])));
  const stages = draft.process.stages.map((stage) => ({
    ...stage,
    actions: stage.actions.flatMap((action): readonly Action[] => {
      if (action.kind.endsWith("-viewing") && draft.flowKind === "standard") return [];
      if (action.kind !== "notify") return [action];
      const users = action.users.filter((name) => mailed.has(name));
      return users.length === 0 ? [] : [{ ...action, users }];
    }),
  }));
  const invites = stages.some(({ actions }) => actions.some((one) => one.kind === "notify" && !one.confirmation));
  const fields = {
    title: draft.title,
    duration: draft.duration,
    flow_kind: draft.flowKind,
    process: wireProcess({ ...draft.process, stages }),
    process_parameters: {
      documents: Object.fromEntries(Object.keys(draft.parameters.documents).map((name) => [name, `./${name}.pdf`])),
      users: Object.fromEntries(people.map(([name, by]) => [name, USERS[by](name)])),
      messages: { ...((invites || hasMessage) && { invitation: "Please sign" }), done: "All signed" },
    },
  };
  return indent === 0 ? draftText(fields) : JSON.stringify(fields, null, indent);
}

const found = (text: string) => toItsEnd(findingIn(text));

const isLike = (one: CheckedFinding, part: "pointer" | "message") => (other: CheckedFinding) =>
  other.id === one.id && other[part] === one[part] && other.participants.join() === one.participants.join();

test("X102, X104, X105, X110: each fix leaves a flow without errors and without its finding, in one step that can be undone", {
  timeout: FUZZ_TIMEOUT,
}, () => {
  const fixed = new Map<string, number>();
  fc.assert(
    fc.property(flows, (written) => {
      const text = textOf(written);
      const findings = found(text);
      for (const finding of findings) {
        if (finding.fix === null) continue;
        const { edits } = finding.fix;
        expect(edits.every(({ range }, at) => range.from >= (edits[at - 1]?.range.to ?? 0))).toBe(true);
        const after = applyEdits(text, edits);
        expect(applyEdits(after, editBetween(after, text))).toBe(text);
        expect(analyse(after).diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
        // What a fix removes leaves its place to the next, which may be its equal.
        const equals = findings.filter(isLike(finding, "message")).length - 1;
        expect(found(after).filter(isLike(finding, "pointer")).length).toBeLessThanOrEqual(equals);
        fixed.set(finding.id, (fixed.get(finding.id) ?? 0) + 1);
      }
    }),
    { seed: 20_261_124, numRuns: inputs(200) },
  );
  expect([...fixed.keys()].toSorted()).toEqual(["X102", "X104", "X105", "X110"]);
  expect(fixed.get("X102")).toBeGreaterThan(50);
});

test("X104, X105: whoever has an address can be sent a confirmation with one step, and nobody else", {
  timeout: FUZZ_TIMEOUT,
}, () => {
  let told = 0;
  fc.assert(
    fc.property(flows, (written) => {
      const people = startCommand(written.shape).draft.parameters.participants;
      const reached = new Set(people.flatMap(({ name }, at) => (written.ways[at] === "nothing" ? [] : [name])));
      for (const { id, message, participants, fix } of found(textOf(written))) {
        if ((id !== "X104" && id !== "X105") || message.includes("onfirmation")) continue;
        told += 1;
        expect(fix !== null).toBe(participants.every((name) => reached.has(name)));
      }
    }),
    { seed: 20_261_124, numRuns: inputs(200) },
  );
  expect(told).toBeGreaterThan(30);
});

test("X102: whoever has an address can be invited with one step, and nobody else", { timeout: FUZZ_TIMEOUT }, () => {
  fc.assert(
    fc.property(flows, (written) => {
      const people = startCommand(written.shape).draft.parameters.participants;
      const reached = new Set(people.flatMap(({ name }, at) => (written.ways[at] === "nothing" ? [] : [name])));
      for (const { id, pointer, participants, fix } of found(textOf(written))) {
        if (id !== "X102" || pointer.includes("/automatic-reminders/")) continue;
        expect(fix !== null).toBe(participants.every((name) => reached.has(name)));
      }
    }),
    { seed: 20_261_124, numRuns: inputs(200) },
  );
});
