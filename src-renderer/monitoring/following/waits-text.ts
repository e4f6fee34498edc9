import { stepText } from "../../app/index.ts";
import type { Translate } from "../../components/index.ts";
import type { Detail } from "../types.ts";

/** Nobody reads more. */
const NAMED = 4;

/** What a run waits for, in a sentence. */
export function waitsText(t: Translate, { status, participants }: Detail): string {
  if (status !== "in_progress") return t("scenarios.ended", { status: t(`status.${status}`) });
  const pending = participants.flatMap((participant) => participant.pending);
  const named = pending.slice(0, NAMED).map(({ participant, verb, document }) => {
    const does = verb === "sign" ? "signs" : "approves";
    return stepText(t, { label: "", who: participant, does, document });
  });
  const more = pending.length - named.length;
  const all = more > 0 ? [...named, t("common.more", { count: more })] : named;
  return t("scenarios.waitsFor", { acts: all.join(", ") });
}
