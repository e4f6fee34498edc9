import { CircleHelp, CircleX, Radio, RefreshCw, Trash2 } from "lucide-react";
import { marksShown } from "../../../src-shared/basics/index.ts";
import { instanceStatus } from "../../../src-shared/bridge/index.ts";
import { Marked, Status, type Translate, useTranslation } from "../../components/index.ts";
import type { RemoteRow } from "./types.ts";

const STATES = {
  starting: ["info", RefreshCw],
  perhaps_started: ["wait", CircleHelp],
  id_unknown: ["wait", CircleHelp],
  refused: ["bad", CircleX],
  deleted_there: ["quiet", Trash2],
} as const;

type Seen = Pick<RemoteRow, "state" | "status">;

/** The state of a run whose current status is not known; null: its status applies. */
const stateOf = ({ state, status }: Seen) =>
  state === "up_to_date" || (state === "refused" && status !== null) ? null : state;

const knownStatus = ({ status }: Seen) => instanceStatus.options.find((one) => one === status);

/** The same as text, for sorting and export. */
export function remoteStatusText(t: Translate, run: Seen): string {
  const state = stateOf(run);
  if (state !== null) return t(`remoteRuns.state.${state}`);
  const known = knownStatus(run);
  return known === undefined ? (run.status ?? "") : t(`status.${known}`);
}

/** The last seen state of a run on an account; an unknown status appears in the service's words [Y12]. */
export function RemoteStatus(run: Seen) {
  const { t } = useTranslation();
  const state = stateOf(run);
  if (state !== null) {
    const [tone, icon] = STATES[state];
    return <Marked {...{ tone, icon }}>{t(`remoteRuns.state.${state}`)}</Marked>;
  }
  const known = knownStatus(run);
  if (known !== undefined) return <Status status={known} />;
  return (
    <Marked tone="quiet" icon={Radio}>
      {marksShown(run.status ?? "")}
    </Marked>
  );
}
