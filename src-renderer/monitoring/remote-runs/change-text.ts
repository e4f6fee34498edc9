import { instanceStatus } from "../../../src-shared/bridge/index.ts";
import type { Translate } from "../../components/index.ts";
import type { RemoteChange } from "./types.ts";

/** What a change says; statuses and actions that nobody knows stand as the service says them [Y12]. */
export function changeText(
  t: Translate,
  { what, name, before, after }: RemoteChange,
  dateTime: (instant: number) => string,
): string {
  const none = t("remoteRuns.change.none");
  const shown = (value: RemoteChange["before"]): string => {
    if (value === null) return none;
    if (typeof value === "number") return dateTime(value);
    const status = what === "status" ? instanceStatus.options.find((one) => one === value) : undefined;
    return status === undefined ? value : t(`status.${status}`);
  };
  const values = { name: name ?? "", before: shown(before), after: shown(after) };
  if (what === "trashed") return t(after === "yes" ? "remoteRuns.change.trashed" : "remoteRuns.change.restored");
  if (what === "act") return t(after === null ? "remoteRuns.change.noLongerAsked" : "remoteRuns.change.asked", values);
  if (what === "admin_action" || what === "participant")
    return t(`remoteRuns.change.${what}${after === null ? "Gone" : "New"}`, values);
  return t(`remoteRuns.change.${what}`, values);
}
