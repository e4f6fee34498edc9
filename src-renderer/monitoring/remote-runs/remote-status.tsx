import { CircleHelp, CircleX, Radio, RefreshCw, Trash2 } from "lucide-react";
import { marksShown } from "../../../src-shared/basics/index.ts";
import { instanceStatus } from "../../../src-shared/bridge/index.ts";
import { Marked, Status, useTranslation } from "../../components/index.ts";
import type { RemoteRow } from "./types.ts";

const STATES = {
  starting: ["info", RefreshCw],
  perhaps_started: ["wait", CircleHelp],
  id_unknown: ["wait", CircleHelp],
  refused: ["bad", CircleX],
  deleted_there: ["quiet", Trash2],
} as const;

/** What a run on an account is, as far as it was seen; a status that nobody knows stands as the service says it [Y12]. */
export function RemoteStatus({ state, status }: Pick<RemoteRow, "state" | "status">) {
  const { t } = useTranslation();
  if (state !== "up_to_date" && (state !== "refused" || status === null)) {
    const [tone, icon] = STATES[state];
    return <Marked {...{ tone, icon }}>{t(`remoteRuns.state.${state}`)}</Marked>;
  }
  const known = instanceStatus.options.find((one) => one === status);
  if (known !== undefined) return <Status status={known} />;
  return (
    <Marked tone="quiet" icon={Radio}>
      {marksShown(status ?? "")}
    </Marked>
  );
}
