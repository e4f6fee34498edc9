import fc from "fast-check";
import type { ActCondition, Action, Stage, Verb } from "../../src-shared/language/index.ts";
import { confirm, type FlowShape, invite, stage } from "./draft.ts";
import type { ModelCommand } from "./naive-model.ts";

const PEOPLE = ["alice", "bob", "carol", "dave"] as const;
const DOCUMENTS = ["contract", "annex", "rules"] as const;

const people = fc.subarray([...PEOPLE], { minLength: 1 });
const verb = fc.constantFrom<Verb>("sign", "approve");

const condition: fc.Arbitrary<ActCondition> = fc.record({
  verb,
  users: people,
  documents: fc.subarray([...DOCUMENTS], { minLength: 1 }),
  count: fc.option(fc.integer({ min: 1, max: 4 })),
});

const action: fc.Arbitrary<Action> = fc.oneof(
  people.map((users) => invite(users)),
  people.map((users) => confirm(users)),
  fc.constant<Action>({ kind: "callback", callbackName: "hook" }),
);

const rawStages = fc.array(fc.tuple(fc.array(action, { maxLength: 2 }), fc.array(condition, { maxLength: 3 })), {
  minLength: 1,
  maxLength: 4,
});

/** Random flows that language.md calls free of errors. */
export const flow: fc.Arbitrary<FlowShape> = fc.record({
  stages: rawStages.map(withoutErrors),
  participants: fc.constant(PEOPLE.map((name) => ({ name }))),
  documents: fc.constant(DOCUMENTS),
  allowRejections: fc.boolean(),
  duration: fc.integer({ min: 1, max: 40 }),
  reminders: fc.array(
    fc.record({
      users: fc.option(people),
      methods: fc.constant(null),
      daysDelay: fc.integer({ min: 1, max: 9 }),
      periodically: fc.boolean(),
    }),
    { maxLength: 2 },
  ),
});

/** Keeps E001 and E006: a count within the users, and nobody the same act in two stages. */
function withoutErrors(raw: readonly (readonly [readonly Action[], readonly ActCondition[]])[]): readonly Stage[] {
  const taken = new Set<string>();
  return raw.map(([actions, conditions], index) => {
    const key = (verb: Verb, user: string, document: string) => `${verb} ${user} ${document}`;
    const kept = conditions.flatMap(({ verb, users, documents, count }) => {
      const free = users.filter((user) => !documents.some((document) => taken.has(key(verb, user, document))));
      if (free.length === 0) return [];
      return [{ verb, users: free, documents, count: count === null ? null : Math.min(count, free.length) }];
    });
    for (const { verb, users, documents } of kept) {
      for (const user of users) for (const document of documents) taken.add(key(verb, user, document));
    }
    return stage(`s${index}`, ...actions, ...kept);
  });
}

/** A step of a run: time passes, then a command; `pending` picks one of the acts that are waited for. */
export interface Step {
  readonly hours: number;
  readonly command: ModelCommand | { readonly type: "pending"; readonly pick: number };
}

const person = fc.constantFrom(...PEOPLE);
const document = fc.constantFrom(...DOCUMENTS);

const command: fc.Arbitrary<Step["command"]> = fc.oneof(
  { weight: 20, arbitrary: fc.record({ type: fc.constant("pending" as const), pick: fc.nat() }) },
  { weight: 6, arbitrary: fc.record({ type: fc.constant("seal_succeeded" as const), document }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant("act" as const), participant: person, verb, document }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("seal_failed" as const), document }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("reject_document" as const), participant: person, document }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("reject_instance" as const), participant: person }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("remind" as const), participant: person }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant("prolong" as const), days: fc.integer({ min: 1, max: 365 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constantFrom("cancel" as const, "trash" as const, "restore" as const) }),
  },
);

export const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({ hours: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 24 * 12 })), command }),
  { minLength: 1, maxLength: 30, size: "max" },
);
