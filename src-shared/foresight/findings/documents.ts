import { msg, short } from "../../language/index.ts";
import type { Facts } from "./facts.ts";
import type { Finding } from "./finding.ts";
import { completing, runTo, stageOf } from "./lemma.ts";

/** X107: everybody has signed, an approval is still awaited, and then time or the author ends the flow. */
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

/** X108: viewing permissions that take away what somebody must act on, or give what they see already [G16]. */
export function viewing({ draft, program, people }: Facts): readonly Finding[] {
  return draft.process.stages.flatMap(({ actions }, stage) =>
    actions.flatMap((action, at): Finding[] => {
      if (action.kind !== "allow-viewing" && action.kind !== "deny-viewing") return [];
      const place = { kind: "action", stage, at } as const;
      return people
        .filter(({ name }) => action.users.includes(name))
        .flatMap(({ name, index, stages }): Finding[] => {
          const acted = program.documentsOfParticipant[index] ?? [];
          const named = action.documents.filter((document) => acted.includes(document));
          const ahead = (stages.at(-1) ?? -1) >= stage;
          const [who, what] = [short(name), short(named.join(", "))];
          if (named.length === 0) return [];
          if (action.kind === "deny-viewing" && ahead) {
            const message = msg`\`${who}\` loses sight of ${what}, on which they act: they see it only while an act is pending.`;
            return [
              {
                id: "X108",
                severity: "warning",
                message,
                place,
                participants: [name],
                run: () => runTo(program, stage),
              },
            ];
          }
          if (action.kind === "deny-viewing" || isShownAgain(draft, stage, name, named)) return [];
          const message = msg`\`${who}\` sees ${what} from the start, not only from here: they act on it, so it is shown to them at once.`;
          return [{ id: "X108", severity: "hint", message, place, participants: [name], run: () => runTo(program, 0) }];
        });
    }),
  );
}

/** Whether the documents were hidden from somebody before, so that showing them says something. */
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
