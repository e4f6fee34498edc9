import fc from "fast-check";
import type { ActCondition, Action, Authentication, Stage, Verb } from "../../src-shared/language/index.ts";
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

const viewing = fc.record({
  kind: fc.constantFrom("allow-viewing" as const, "deny-viewing" as const),
  users: people,
  documents: fc.subarray([...DOCUMENTS], { minLength: 1 }),
});

const action: fc.Arbitrary<Action> = fc.oneof(
  people.map((users) => invite(users)),
  people.map((users) => confirm(users)),
  fc.constant<Action>({ kind: "callback", callbackName: "hook" }),
  viewing,
);

const rawStages = fc.array(
  fc.record({
    actions: fc.array(action, { maxLength: 3 }),
    conditions: fc.array(condition, { maxLength: 3 }),
    redirected: fc.subarray([...PEOPLE]),
  }),
  { minLength: 1, maxLength: 4 },
);
type RawStage = {
  readonly actions: readonly Action[];
  readonly conditions: readonly ActCondition[];
  readonly redirected: readonly string[];
};

/** Some must authenticate before they sign. */
const participants = fc
  .tuple(...PEOPLE.map(() => fc.option(fc.integer({ min: 0, max: 2 }), { freq: 4 })))
  .map((limits) => PEOPLE.map((name, index) => ({ name, authToSign: asked(limits[index] ?? null) })));

function asked(maxFailures: number | null): Authentication | null {
  return maxFailures === null
    ? null
    : { provider: "se_eid", maxFailures, label: "se_eid", attemptsPerSms: 5, options: {} };
}

/** Random flows that language.md calls free of errors. */
export const flow: fc.Arbitrary<FlowShape> = fc.record({
  stages: rawStages.map(withoutErrors),
  participants,
  documents: fc.constant(DOCUMENTS),
  allowRejections: fc.boolean(),
  // Viewing permissions outside micro_api flows are an error of the draft (A004), and count all the same.
  flowKind: fc.constantFrom("standard" as const, "micro_api" as const),
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

/** Keeps E001, E002 and E006: counts within the users, redirects of those who act, nobody the same act in two stages. */
function withoutErrors(raw: readonly RawStage[]): readonly Stage[] {
  const taken = new Set<string>();
  return raw.map(({ actions, conditions, redirected }, index) => {
    const key = (verb: Verb, user: string, document: string) => `${verb} ${user} ${document}`;
    const kept = conditions.flatMap(({ verb, users, documents, count }) => {
      const free = users.filter((user) => !documents.some((document) => taken.has(key(verb, user, document))));
      if (free.length === 0) return [];
      return [{ verb, users: free, documents, count: count === null ? null : Math.min(count, free.length) }];
    });
    for (const { verb, users, documents } of kept) {
      for (const user of users) for (const document of documents) taken.add(key(verb, user, document));
    }
    const users = redirected.filter((user) => kept.some((one) => one.users.includes(user)));
    const redirects = users.length === 0 ? [] : [{ users, url: `https://example.test/${index}` }];
    return { ...stage(`s${index}`, ...actions, ...kept), redirects };
  });
}

/** A step of a run: time passes, then a command; `pending` and `identify` pick one of the acts that are waited for. */
export interface Step {
  readonly hours: number;
  readonly command:
    | ModelCommand
    | { readonly type: "pending"; readonly pick: number }
    | { readonly type: "identify"; readonly pick: number; readonly success: boolean };
}

const person = fc.constantFrom(...PEOPLE);
const document = fc.constantFrom(...DOCUMENTS);

const command: fc.Arbitrary<Step["command"]> = fc.oneof(
  { weight: 20, arbitrary: fc.record({ type: fc.constant("pending" as const), pick: fc.nat() }) },
  {
    weight: 8,
    arbitrary: fc.record({ type: fc.constant("identify" as const), pick: fc.nat(), success: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("authenticate" as const),
      participant: person,
      documents: fc.subarray([...DOCUMENTS]),
      success: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("unlock" as const), participant: person }) },
  { weight: 6, arbitrary: fc.record({ type: fc.constant("seal_succeeded" as const), document }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant("act" as const), participant: person, verb, document }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("seal_failed" as const), document }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("reject_document" as const), participant: person, document }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("reject_instance" as const),
      participant: fc.oneof({ weight: 4, arbitrary: person }, { weight: 1, arbitrary: fc.constant(null) }),
    }),
  },
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
