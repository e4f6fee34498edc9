import { listed, msg, short } from "../../basics/index.ts";
import { hasBit } from "../../flow/index.ts";
import type { Facts } from "./facts.ts";
import type { Finding } from "./finding.ts";
import { endsWithout, pendingAfter, stageOf } from "./lemma.ts";

/** X101: stages that never end and the stages after them; acts that are never possible. */
export function neverPossible({ program, draft }: Facts): readonly Finding[] {
  const found: Finding[] = [];
  const stuck = program.stages.findIndex((stage) => !endsWithout(stage, () => false));
  if (stuck >= 0) {
    const name = short(stageOf(program, stuck).name);
    const lost = draft.process.stages.slice(stuck + 1);
    const callbacks = lost.flatMap(({ actions }) => actions.filter(({ kind }) => kind === "callback")).length;
    found.push({
      id: "X101",
      severity: "error",
      message: msg`Stage \`${name}\` can never be completed. Never reached after it: ${lost.length} stages, ${callbacks} callbacks.`,
      place: { kind: "stage", stage: stuck },
      participants: [],
    });
  }
  for (const [index, stage] of program.stages.entries()) {
    const pending = pendingAfter(stage, []);
    for (const [slot, { participant, document }] of stage.slots.entries()) {
      if (hasBit(pending, slot)) continue;
      const who = program.participants[participant] ?? "";
      found.push({
        id: "X101",
        severity: "error",
        message: msg`\`${short(who)}\` can never act on \`${short(program.documents[document] ?? "")}\` in stage \`${short(stage.name)}\`: nothing there waits for it.`,
        place: { kind: "stage", stage: index },
        participants: [who],
      });
    }
  }
  return found;
}

/** X111: of two redirects of a stage for one person, only the first is followed [G15]. */
export function unreachedRedirects({ draft }: Facts): readonly Finding[] {
  return draft.process.stages.flatMap(({ name, redirects }, stage) =>
    redirects.flatMap(({ users, url }, at) => {
      const earlier = new Set(redirects.slice(0, at).flatMap((redirect) => redirect.users));
      const unreached = users.filter((user) => earlier.has(user));
      if (unreached.length === 0) return [];
      const who = listed(unreached);
      return [
        {
          id: "X111",
          severity: "warning",
          message: msg`\`${who}\` never reaches ${short(url)}: an earlier redirect of stage \`${short(name)}\` leads them elsewhere.`,
          place: { kind: "redirect", stage, at },
          participants: unreached,
        } satisfies Finding,
      ];
    }),
  );
}
