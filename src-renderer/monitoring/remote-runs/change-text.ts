import { documentState, instanceStatus } from "../../../src-shared/bridge/index.ts";
import type { useTime } from "../../app/index.ts";
import { type Translate, textOr } from "../../components/index.ts";
import type { RemoteChange } from "./types.ts";

/** The text of a change; unknown statuses and actions appear in the service's words [Y12]. */
export function changeText(
  t: Translate,
  { what, name, before, after }: RemoteChange,
  dateTime: (instant: number) => string,
): string {
  const none = t("remoteRuns.change.none");
  const shown = (value: RemoteChange["before"]): string => {
    if (value === null) return none;
    if (typeof value === "number") return dateTime(value);
    if (what === "act") return actText(value);
    const known: readonly string[] =
      what === "status" ? instanceStatus.options : what === "document" ? documentState.options : [];
    return known.includes(value) ? textOr(`status.${value}`, value) : value;
  };
  const named = name ?? "";
  const can = what === "admin_action" ? textOr(`remoteRuns.can.${named}`, named) : named;
  const values = { name: can, before: shown(before), after: shown(after) };
  if (what === "trashed") return t(after === "yes" ? "remoteRuns.change.trashed" : "remoteRuns.change.restored");
  if (what === "act") return t(after === null ? "remoteRuns.change.noLongerAsked" : "remoteRuns.change.asked", values);
  if (what === "admin_action" || what === "participant")
    return t(`remoteRuns.change.${what}${after === null ? "Gone" : "New"}`, values);
  return t(`remoteRuns.change.${what}`, values);
}

/** When a change happened: between two checks, or at a minute if both were in it [Y12]. */
export function changeTime(
  t: Translate,
  { from, to }: Pick<RemoteChange, "from" | "to">,
  time: Pick<ReturnType<typeof useTime>, "dateTime" | "clockTime">,
): string {
  const at = time.dateTime(to);
  if (time.dateTime(from) === at) return t("remoteRuns.at", { at });
  return t("remoteRuns.between", { from: time.dateTime(from), to: time.clockTime(to, from) });
}

/** A pending act and its document, in words. */
function actText(act: string): string {
  const [, type, document] = /^(\S+) (.*)$/s.exec(act) ?? [];
  return type === undefined ? act : textOr(`remoteRuns.asksFor.${type}`, act, { document });
}
