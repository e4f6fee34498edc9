import { listed, msg, short, type Translatable } from "../../basics/index.ts";
import { type ConditionProgram, hasBit, type Program, type StageProgram } from "../../flow/index.ts";
import type { Label } from "../graph/labels.ts";
import type { Facts } from "./facts.ts";
import type { Finding } from "./finding.ts";
import { endsWithoutPeople, labelOf, pendingAfter, runTo, stageOf } from "./lemma.ts";

/** X103: enough lock-outs that a stage can no longer end: only the author or time moves the flow on. */
export function lockOuts({ program, draft }: Facts): readonly Finding[] {
  const { participants } = draft.parameters;
  const reported = new Set<string>();
  const lockable = (who: number) =>
    participants[who]?.authToSign !== null || (participants[who]?.authToView ?? null) !== null;
  return program.stages.flatMap((stage, index) =>
    smallestBlocks(stage).flatMap(({ at, missing, people }): Finding[] => {
      const able = people.filter(lockable);
      if (able.length < missing) return [];
      const names = able.map((who) => program.participants[who] ?? "");
      const locked = names.slice(0, missing);
      // Reported once for the same people: it holds in each of their stages.
      const key = `${missing} ${names.join("\n")}`;
      if (reported.has(key)) return [];
      reported.add(key);
      return [
        {
          id: "X103",
          severity: "hint",
          message: lockOutMessage(missing, names, stage.name),
          place: { kind: "condition", stage: index, at },
          participants: names,
          run: () => {
            const run = runTo(program, index);
            return run && [...run, ...locked.map((name) => ({ kind: "lock_out", who: name }) as const)];
          },
        },
      ];
    }),
  );
}

function lockOutMessage(missing: number, names: readonly string[], stage: string): Translatable {
  const [who, where] = [listed(names), short(stage)];
  if (names.length === 1)
    return msg`${who} can fail to authenticate until they are locked out. Then stage \`${where}\` waits for a time-out, a cancel or an unlock.`;
  if (missing === 1)
    return msg`Any of ${who} can fail to authenticate until they are locked out. Then stage \`${where}\` waits for a time-out, a cancel or an unlock.`;
  return msg`If ${missing} of ${who} are locked out by failed authentications, stage \`${where}\` waits for a time-out, a cancel or an unlock.`;
}

/** X106: one member of a group rejects, and the flow ends although the others could still fill the group [G6]. */
export function rejectionsInGroups(facts: Facts): readonly Finding[] {
  const { program } = facts;
  return program.stages.flatMap((stage, index) =>
    stage.conditions.flatMap(({ needed, members }, at): Finding[] => {
      if (needed >= members.length) return [];
      const rejecting = members.map((slots) =>
        slots.filter((slot) => mayReject(facts, index, slot) && isSpare(stage, slot)),
      );
      const names = membersOf(program, stage, rejecting);
      const [rejected] = rejecting.flat();
      if (rejected === undefined) return [];
      return [
        {
          id: "X106",
          severity: "hint",
          message: rejectionMessage(names, needed, members.length),
          place: { kind: "condition", stage: index, at },
          participants: names,
          replaces: "F008",
          run: () => {
            const run = runTo(program, index);
            const act = labelOf(program, index, rejected);
            if (run === null || act.kind !== "act") return null;
            return [...run, { kind: "reject", who: act.who, document: act.document }];
          },
        },
      ];
    }),
  );
}

function rejectionMessage(names: readonly string[], needed: number, members: number): Translatable {
  const [only, ...others] = names;
  if (only !== undefined && others.length === 0)
    return msg`\`${short(only)}\` can end the flow by declining, though ${needed} of ${members} would be enough.`;
  return msg`Each of ${listed(names)} can end the flow by declining, though ${needed} of ${members} would be enough.`;
}

/** A participant who signed a document in an earlier stage can no longer reject it [G6]. */
function mayReject({ program, signatures }: Facts, index: number, slot: number): boolean {
  const act = stageOf(program, index).slots[slot];
  return act !== undefined && (signatures.firstOf(act.participant, act.document) ?? index) >= index;
}

/** Whether the stage can end without the participant of an act. */
function isSpare(stage: StageProgram, slot: number): boolean {
  return endsWithoutPeople(stage, new Set([stage.slots[slot]?.participant ?? -1]));
}

/** X112: the smallest sets of people without whom the flow cannot complete. */
export function whoBlocks(facts: Facts): readonly Finding[] {
  const { program } = facts;
  const alone = program.participants.filter((_, who) =>
    program.stagesOfParticipant[who]?.some((stage) => !endsWithoutPeople(stageOf(program, stage), new Set([who]))),
  );
  const found: Finding[] = [];
  if (alone.length > 0) {
    const message = msg`The flow needs each of these: ${listed(alone)}.`;
    const [first] = alone;
    const who = first === undefined ? -1 : program.participants.indexOf(first);
    const stage = program.stages.findIndex((candidate) => !endsWithoutPeople(candidate, new Set([who])));
    found.push({ ...INFORMATION, message, participants: alone, run: () => runWithout(program, stage, [who]) });
  }
  const reported = new Set<string>();
  for (const [index, stage] of program.stages.entries()) {
    for (const { missing, people } of smallestBlocks(stage)) {
      const names = people.flatMap((who) => program.participants[who] ?? []).filter((name) => !alone.includes(name));
      const key = `${missing} ${names.join("\n")}`;
      if (missing < 2 || names.length < missing || reported.has(key)) continue;
      reported.add(key);
      const message = msg`The flow cannot complete if ${missing} of these are absent: ${listed(names)}.`;
      const absent = people.filter((who) => names.includes(program.participants[who] ?? "")).slice(0, missing);
      found.push({ ...INFORMATION, message, participants: names, run: () => runWithout(program, index, absent) });
    }
  }
  return found;
}

/** A run to a stage in which all but some act, until time runs out. */
function runWithout(program: Program, index: number, absent: readonly number[]): readonly Label[] | null {
  const stage = stageOf(program, index);
  const acts: number[] = [];
  for (const [slot, { participant }] of stage.slots.entries())
    if (!absent.includes(participant) && hasBit(pendingAfter(stage, acts), slot)) acts.push(slot);
  const run = runTo(program, index, acts);
  return run && [...run, { kind: "time_out" }];
}

const INFORMATION = { id: "X112", severity: "information", place: { kind: "flow" } } as const;

interface Block {
  /** The condition's index. */
  readonly at: number;
  /** The fewest people whose absence keeps the condition from holding. */
  readonly missing: number;
  /** Indexes of participants. */
  readonly people: readonly number[];
}

/** Per condition, how many absent people keep it from holding; one person for a condition that needs everybody. */
function smallestBlocks(stage: StageProgram): readonly Block[] {
  return stage.conditions.map(({ needed, members }, at) => ({
    at,
    missing: members.length - needed + 1,
    people: peopleOf(stage, members),
  }));
}

/** Indexes of the participants of a condition's members. */
export function peopleOf({ slots }: StageProgram, members: ConditionProgram["members"]): readonly number[] {
  return [...new Set(members.flat().flatMap((slot) => slots[slot]?.participant ?? []))];
}

/** The names of a condition's members. */
export function membersOf(program: Program, stage: StageProgram, members: ConditionProgram["members"]): string[] {
  return peopleOf(stage, members).flatMap((who) => program.participants[who] ?? []);
}
