import { listed, msg, short } from "../../basics/index.ts";
import type { Program, StageProgram } from "../../flow/index.ts";
import type { Facts, Person } from "./facts.ts";
import type { Finding } from "./finding.ts";
import { completing, runTo, stageOf } from "./lemma.ts";

/** X107: everybody has signed, an approval is still pending, and then time or the author ends the flow. */
export function unsealed({ program, signatures }: Facts): readonly Finding[] {
  return program.documents.flatMap((name, document): Finding[] => {
    const last = program.lastStageOfDocument[document] ?? -1;
    const signed = signatures.lastOfDocument[document] ?? -1;
    if (signed < 0) return [];
    const stage = stageOf(program, signed);
    const isSignature = (slot: number) =>
      stage.slots[slot]?.document === document && stage.slots[slot]?.verb === "sign";
    const approved =
      last > signed
        ? last
        : stage.slots.some((slot) => slot.document === document && slot.verb === "approve")
          ? signed
          : -1;
    if (approved < 0) return [];
    const where = short(stageOf(program, approved).name);
    return [
      {
        id: "X107",
        severity: "hint",
        message: msg`\`${short(name)}\` can be signed by everybody and still end without a seal: its approval in stage \`${where}\` may come too late.`,
        place: { kind: "document", name },
        participants: [],
        document: name,
        run: () => {
          const acts = (completing(stage, { rather: isSignature }) ?? []).toSorted(
            (a, b) => Number(isSignature(b)) - Number(isSignature(a)),
          );
          const signatures = approved > signed ? acts : acts.filter(isSignature);
          const run = approved > signed ? runTo(program, approved) : runTo(program, signed, signatures);
          return run && [...run, { kind: "time_out" }];
        },
      },
    ];
  });
}

/** X108: viewing permissions that hide what somebody must act on, or show what they already see [G16]. */
export function viewing(facts: Facts): readonly Finding[] {
  const { draft, program, people } = facts;
  return draft.process.stages.flatMap(({ actions }, stage) =>
    actions.flatMap((action, at): readonly Finding[] => {
      if (action.kind !== "allow-viewing" && action.kind !== "deny-viewing") return [];
      const change = { allow: action.kind === "allow-viewing", stage, at };
      return people
        .filter(({ name }) => action.users.includes(name))
        .flatMap((person) => {
          const acted = program.documentsOfParticipant[person.index] ?? [];
          const named = action.documents.filter((document) => acted.includes(document));
          return viewingOf(facts, person, change, named);
        });
    }),
  );
}

interface ViewingChange {
  readonly allow: boolean;
  readonly stage: number;
  /** Index among the stage's actions. */
  readonly at: number;
}

/** @param named documents of the change that the person acts on in some stage */
function viewingOf(
  { draft, program }: Facts,
  { name, index, stages }: Person,
  { allow, stage, at }: ViewingChange,
  named: readonly string[],
): readonly Finding[] {
  const base = { id: "X108", place: { kind: "action", stage, at }, participants: [name] } as const;
  const who = short(name);
  if (allow) {
    if (named.length === 0 || isShownAgain(draft, stage, name, named)) return [];
    const message = msg`\`${who}\` sees ${listed(named)} from the start, not only from here: they act on it, so it is shown to them at once.`;
    return [{ ...base, severity: "hint", message, run: () => runTo(program, 0) }];
  }
  const lost = named.filter((document) => {
    const acts = stages.filter((later) => later >= stage && asks(stageOf(program, later), index, document, program));
    // Hidden for a while, and shown again before they act: F001 asks for that.
    return acts.some((later) => !isAllowedAgain(draft, { stage, at }, later, { name, document }));
  });
  if (lost.length === 0) return [];
  const message = msg`\`${who}\` loses sight of ${listed(lost)}, on which they act: they see it only while an act is pending.`;
  return [{ ...base, severity: "warning", message, run: () => runTo(program, stage) }];
}

function asks({ slots }: StageProgram, who: number, document: string, { documentIndex }: Program): boolean {
  return slots.some((slot) => slot.participant === who && slot.document === documentIndex.get(document));
}

/**
 * Whether a document that an action hid is shown again by the start of a stage: the last action that names it counts.
 */
function isAllowedAgain(
  { process }: Facts["draft"],
  hidden: { readonly stage: number; readonly at: number },
  until: number,
  { name, document }: { readonly name: string; readonly document: string },
): boolean {
  const later = process.stages
    .slice(hidden.stage, until + 1)
    .flatMap(({ actions }, index) => (index === 0 ? actions.slice(hidden.at + 1) : actions));
  const last = later.findLast(
    (action) => "documents" in action && action.users.includes(name) && action.documents.includes(document),
  );
  return last?.kind === "allow-viewing";
}

/** Whether the documents were hidden from somebody before; showing them again is then no repetition. */
function isShownAgain({ process }: Facts["draft"], stage: number, name: string, documents: readonly string[]): boolean {
  return process.stages
    .slice(0, stage + 1)
    .some(({ actions }) =>
      actions.some(
        (action) =>
          action.kind === "deny-viewing" &&
          action.users.includes(name) &&
          action.documents.some((document) => documents.includes(document)),
      ),
    );
}
