/**
 * Errors that could be made in the check, and in the engine's rules that it relies on. `npm run mutations` makes each in a
 * copy of its own: the tests that are named must notice it with the effort of the test run.
 */
export interface Mutation {
  /** What is wrong then. */
  readonly what: string;
  /** From the checkout's root. */
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly find: string;
  readonly put: string;
  /** File of tests, and a pattern of their titles. */
  readonly tests: readonly [file: string, titles: string];
}

type Change = readonly [what: string, find: string, put: string];

/** Changes of one file that the same tests must notice. */
function changes(file: string, tests: Mutation["tests"], ...list: readonly Change[]): readonly Mutation[] {
  return list.map(([what, find, put]) => ({ what, file, find, put, tests }));
}

const at = (name: string): string => `src-shared/foresight/${name}.ts`;
const test = (name: string, titles: string): Mutation["tests"] => [`test/foresight/${name}.test.ts`, titles];

const PACKED = test("graph", "packed model");
const FORGET = test("graph", "forget: ");
const ROWS = test("graph", "equal rows");
const APART = test("reductions", "forget: |forgotten");
const SYMMETRY = test("reductions", "symmetry");
const AMPLE = test("reductions", "ample");
const ORDER = test("reductions", "searching");
const REDUCED = test("graph", "reductions: ");
const FEW = test("graph", "takes few states");
const ENABLED = test("graph", "enabled is");
const SEARCH = test("expectations", "every order of every act");
const VERDICTS = test("expectations", "expectations: verdicts");
/** Of the flows that are written out, and of any flow. */
const findings = (titles: string): Mutation["tests"] => ["test/foresight/findings", titles];
const FINDINGS = findings("X1|stage lemma");
const RUNS = findings("every run plays");
const CALENDAR = findings("X110|X113");
const COMPARED = test("behaviour", "");
const PLAYED = test("scenarios", "scenarios: steps");
const COVERED = test("scenarios", "covers everything|coverage");

const ENGINE: readonly Mutation[] = [
  ...changes(
    "src-shared/flow/model/program.ts",
    PACKED,
    ["acts of a full group stay pending", "if (holds(condition, done)) continue;", ""],
    ["a group needs one member less", "let missing = condition.needed;", "let missing = condition.needed - 1;"],
    [
      "one act of a member is enough",
      "if (slots.every((slot) => hasBit(done, slot))) missing -= 1;",
      "if (slots.some((slot) => hasBit(done, slot))) missing -= 1;",
    ],
    [
      "nobody lapses after an act",
      "return completes ? pendingOf(stage, done) : withoutBit(pending, slot);",
      "return withoutBit(pending, slot);",
    ],
  ),
  ...changes("src-shared/flow/model/rules.ts", PACKED, [
    "who has signed may still reject",
    "return pending && !hasSigned(state, participant, document);",
    "return pending;",
  ]),
  ...changes(
    "src-shared/flow/model/rules.ts",
    ["test/flow/reject.test.ts", "G6"],
    ["who has acted last may still reject the flow", "last > state.stage);", "last >= state.stage);"],
  ),
  ...changes("src-shared/flow/commands/progress.ts", PACKED, [
    "a document of the last stage is never sealed",
    "?? -1) > state.stage) return false;",
    "?? -1) >= state.stage) return false;",
  ]),
];

const GRAPH: readonly Mutation[] = [
  ...changes(
    at("graph/steps"),
    ENABLED,
    [
      "acts without the authentication that they need",
      ".filter(({ participant, document }) => coveredByAuthentication(state, participant, document, state.lastEventAt))",
      "",
    ],
    [
      "rejections of what somebody has signed",
      ".filter(({ participant, document }) => mayRejectDocument(state, participant, document))",
      "",
    ],
    [
      "a flow that has timed out cannot be canceled",
      'return [{ kind: "cancel" }, ...(assume.prolong',
      "return [...(assume.prolong",
    ],
    ["people who are locked out authenticate", " && !locked.includes(who));", ");"],
  ),
  ...changes(
    at("graph/state-packer"),
    FORGET,
    ["a signature that a later act meets is forgotten", " & ~(carried?.[at] ?? 0));", ");"],
    [
      "confirmations that wait for seals are forgotten",
      'if (message.status === "held")',
      'if (message.status !== "held")',
    ],
    [
      "failed attempts are forgotten",
      ".filter(({ failures, exceeded }) => failures > 0 || exceeded)",
      ".filter(() => false)",
    ],
    ["a time-out is forgotten", 'state.status === "timed_out" ? this.begun.timeoutAt : BEGIN', "BEGIN"],
  ),
  ...changes(
    at("graph/state-packer"),
    ROWS,
    ["rows without documents", "row[1] = this.documents.of(state.documents, state).number;", ""],
    ["rows without authentications", "row[4] = this.attempts.of(coversOf(state), state).number;", ""],
  ),
  ...changes(at("graph/state-packer"), FORGET, ["an authentication that was used is remembered", "!used &&", ""]),
  ...changes(
    at("graph/state-packer"),
    APART,
    ["rows without held confirmations", "row[2] = this.notifications.of(state.notifications, state).number;", ""],
    ["rows without signatures of earlier stages", "row[3] = this.signatures.of(state.doneBefore, state).number;", ""],
    [
      "rows without signatures of this stage",
      "row[FIXED + words + word] = (state.done[word] ?? 0) & (carried[word] ?? 0);",
      "row[FIXED + words + word] = 0;",
    ],
    [
      "earlier signatures are dropped one stage early",
      "program.stages.slice(stage).some(meets)",
      "program.stages.slice(stage + 1).some(meets)",
    ],
  ),
  ...changes(
    at("graph/symmetry"),
    SYMMETRY,
    ["who acts later stands for who does not", "JSON.stringify([later, roles])", "JSON.stringify([roles])"],
    [
      "members of different groups stand for one another",
      "return [act?.verb, act?.document, conditions];",
      "return [act?.verb, act?.document];",
    ],
    ["who has signed stands for who has not", "slots.some(meets)", "slots.some((slot) => slot < 0)"],
    [
      "people are not set apart for the mail that names them",
      "(apartFrom.get(participant) ?? program.stages.length) <= index ||",
      "",
    ],
  ),
  ...changes(at("graph/tables"), SYMMETRY, [
    "who signed earlier stands for who has not",
    "hasBit(carried, slot) || signedBefore[slot] === true",
    "hasBit(carried, slot)",
  ]),
  ...changes(at("graph/symmetry"), FEW, ["nobody stands for anybody", "patterns.sort((a, b) => b - a);", ""]),
  ...changes(
    at("graph/cells"),
    AMPLE,
    [
      "groups that share acts are taken apart",
      "for (const slot of others) if (first !== undefined) roots[rootOf(slot)] = rootOf(first);",
      "",
    ],
    ["an act that all must do hangs with the others", "if (needed >= members.length) continue;", ""],
  ),
  ...changes(
    at("graph/explore"),
    REDUCED,
    ["only the first act of a cell is taken", "?? slots;", "?.slice(0, 1) ?? slots;"],
    [
      "only the first cell is ever opened",
      "cells.find((cell) => cell.some((slot) => hasBit(pending, slot)))",
      "cells[0]",
    ],
  ),
  ...changes(
    at("graph/endings"),
    PACKED,
    [
      "a rejection of one document counts twice",
      "if (!hasBit(state.pending, slot) || isTwin(table, state, slot)) continue;",
      "if (!hasBit(state.pending, slot)) continue;",
    ],
    [
      "nobody who acts later rejects the flow",
      "(lastStages[who] ?? -1) > stage",
      "(lastStages[who] ?? -1) > stage + 1",
    ],
  ),
];

const EXPECTATIONS: readonly Mutation[] = [
  ...changes(
    at("expectations/search"),
    ORDER,
    [
      "a step that shows something is taken in one order",
      " && moves.every(({ seen }) => seen === null)) return moves;",
      ") return moves;",
    ],
    [
      "a stage's beginning comes in any order",
      "if (mails > 1 || (mails > 0 && begins)) return true;",
      "if (mails > 1) return true;",
    ],
    [
      "the last seal decides nothing",
      "if (mails > 1 || (mails > 0 && begins)) return true;",
      "if (mails > 0 && begins) return true;",
    ],
    ["viewing permissions do not matter", "return permits && mails > 0;", "return false;"],
  ),
  ...changes(
    at("expectations/search"),
    SEARCH,
    [
      "rejections are not looked for",
      'state.status === "in_progress" ? endsThatShow(state, this.question.sought) : []',
      "[]",
    ],
    ["people who never act do", 'absent.has(commands[slot]?.participant ?? "") ||', ""],
    [
      "what is avoided closes a cell",
      "completing(needs, { without: (slot) => barred.has(slot) })",
      "completing(needs)",
    ],
    ["a seal that fails is never tried", 'kind === "seal" || kind === "fail_seal"', 'kind === "seal"'],
  ),
  ...changes("src-shared/flow/model/rules.ts", ORDER, [
    "a copy is got by whoever has no address",
    "sent === undefined || contactOf(state, sent.participant, sent.method) === null ? null : sent",
    "sent ?? null",
  ]),
  ...changes(at("expectations/watch"), VERDICTS, [
    "what is sought and avoided at once is found",
    'if (avoided.some((happening) => holds(state, happening))) return "avoided";',
    "",
  ]),
  ...changes(
    at("expectations/at-once"),
    VERDICTS,
    ["who never acts is found acting", " && !isOf(act, absent));", ");"],
    [
      "what is avoided ends a stage",
      "isOf(act, absent) || avoided.some((happening) => isSame(act, happening))",
      "isOf(act, absent)",
    ],
  ),
  ...changes(
    at("expectations/verdict"),
    VERDICTS,
    [
      "one of several facts is enough",
      'if (answer.verdict !== "found") continue;',
      'if (answer.verdict !== "found") break;',
    ],
    ["what takes as long as is allowed fails", "return latest > days ?", "return latest >= days ?"],
    [
      "stages in which nobody acts take days",
      ".filter(({ slots }) => slots.length > 0).length * actsWithin",
      ".length * actsWithin",
    ],
  ),
];

const FINDING: readonly Mutation[] = [
  ...changes(at("findings/lemma"), FINDINGS, [
    "whoever is absent acts",
    "if (!absent(slot)) setBit(done, slot);",
    "setBit(done, slot);",
  ]),
  ...changes(at("findings/lemma"), VERDICTS, [
    "a stage ends by acts that are never done",
    "slots.length > 0 && !slots.some(without)",
    "slots.length > 0",
  ]),
  ...changes(
    at("findings/lemma"),
    RUNS,
    [
      "runs come one stage too far",
      "for (let before = 0; before < stage; before += 1) {",
      "for (let before = 0; before <= stage && before < program.stages.length; before += 1) {",
    ],
    ["an act is done twice", "slots.filter((slot) => !hasBit(done, slot)))", "slots)"],
  ),
  ...changes(
    at("findings/blocking"),
    FINDINGS,
    [
      "a group is stopped by one person less",
      "missing: members.length - needed + 1,",
      "missing: Math.max(1, members.length - needed),",
    ],
    [
      "whoever must act anyway is spare",
      "mayReject(facts, index, slot) && isSpare(stage, slot)",
      "mayReject(facts, index, slot)",
    ],
  ),
  ...changes(at("findings/final-messages"), FINDINGS, [
    "an invitation before the lapse tells of it",
    "stage >= last.stage && endsWithoutPeople",
    "endsWithoutPeople",
  ]),
  ...changes(at("findings/carried"), FINDINGS, [
    "a confirmation carries what is hidden",
    "if (!shown.has(name)) return always;",
    "if (shown.size >= 0) return always;",
  ]),
  ...changes(
    at("findings/invitations"),
    FINDINGS,
    ["a group is told though enough are invited", "if (invited >= needed) return [];", ""],
    [
      "whoever must act is told with the group",
      "missing.filter((person) => endsWithoutPeople(stage, new Set([person.index])))",
      "missing",
    ],
  ),
  ...changes(
    at("findings/reminder-days"),
    CALENDAR,
    [
      "a reminder goes out at the time-out",
      "Array.from({ length: duration }, () => 0)",
      "Array.from({ length: duration + 1 }, () => 0)",
    ],
    ["a reminder that is sent once repeats", "while (periodically && beat", "while (beat"],
    [
      "all days are spent in one stage",
      "for (let stage = 0; stage < stages; stage += 1) {",
      "for (let stage = 0; stage < Math.min(1, stages); stage += 1) {",
    ],
  ),
  ...changes(at("findings/calendar"), CALENDAR, [
    "whoever never acts is reminded",
    "users?.includes(name) && stages.length === 0",
    "users?.includes(name) && stages.length < 0",
  ]),
  ...changes(at("findings/races"), FINDINGS, [
    "groups never share acts",
    "return conditions.some(({ members }, other) => other !== at && members.flat().some((slot) => own.has(slot)));",
    "return false;",
  ]),
];

const BEHAVIOUR: readonly Mutation[] = [
  ...changes(
    at("behaviour/compare"),
    COMPARED,
    [
      "what is gained is not told",
      'for (const [text, label] of after) if (!before.has(text)) this.note("gained", { kind: "step", label }, from);',
      "",
    ],
    ["pairs are told apart by one side", "this.row.set(this.sides[1].row, this.sides[0].row.length);", ""],
    ["both complete where one does", "if (completes[0] !== completes[1]) {", "if (completes[0] && completes[1]) {"],
    ["messages of one version are told", "if (!sent[1].has(text)) this.add", "if (sent[1].has(text)) this.add"],
  ),
];

const SCENARIOS: readonly Mutation[] = [
  ...changes(
    at("scenarios/player"),
    PLAYED,
    ["what falls due at an instant comes after it", "next.at <= instant;", "next.at < instant;"],
    ["seals that a step names succeed at once", " && !this.sealed.has(event.document)) this.seal", ") this.seal"],
    ["what should not happen may", "fact) !== not) return null;", "fact) || not) return null;"],
    [
      "a time-out that has been counts again",
      'return waited && this.state.status === "timed_out"',
      'return this.state.status === "timed_out"',
    ],
  ),
  ...changes(at("scenarios/rehearse"), PLAYED, [
    "nobody authenticates by themselves",
    "return waits && !coveredByAuthentication(state, act.who, act.document, now);",
    "return false;",
  ]),
  ...changes(
    at("scenarios/coverage"),
    COVERED,
    [
      "what is reached counts for the first stage",
      "taken.map(({ stage, label }) => keyOf(stage, label))",
      "taken.map(({ label }) => keyOf(0, label))",
    ],
    ["the proposed run begins in the middle", "[...before(), label]", "[label]"],
    ["what is reached counts as missing", '? "true" : "false"', '? "false" : "true"'],
  ),
];

export const MUTATIONS: readonly Mutation[] = [
  ...ENGINE,
  ...GRAPH,
  ...EXPECTATIONS,
  ...FINDING,
  ...BEHAVIOUR,
  ...SCENARIOS,
];
