import {
  CheckCircle2,
  CircleDashed,
  CircleHelp,
  CircleX,
  CloudAlert,
  CloudDownload,
  CloudOff,
  CloudUpload,
  GitMerge,
  Hand,
  type LucideIcon,
  RefreshCw,
  Trash2,
} from "lucide-react";
import type { OutputOf } from "../../../src-shared/bridge/index.ts";
import { Marked, Tip, type Tone, useTranslation } from "../../components/index.ts";
import { useTime } from "../language/use-time.ts";
import { routeHref } from "../navigation/route.ts";
import "./standing-chip.css";

export type Standing = NonNullable<OutputOf<"drafts.get">["sync"]>;

const LOOKS = {
  only_here: ["quiet", CircleDashed],
  up_to_date: ["good", CheckCircle2],
  changed_here: ["info", CloudUpload],
  changed_there: ["info", CloudDownload],
  sending: ["wait", RefreshCw],
  perhaps_sent: ["wait", CircleHelp],
  conflict: ["bad", GitMerge],
  refused: ["bad", CircleX],
  offline: ["wait", CloudOff],
  unusable: ["bad", CloudAlert],
  deleted_there: ["bad", Trash2],
  deleted_here: ["info", Trash2],
  held: ["quiet", Hand],
} as const satisfies Readonly<Record<string, readonly [Tone, LucideIcon]>>;
type Shown = keyof typeof LOOKS;

/** For a reachable service. Items being sent no longer wait. */
const WAITING: ReadonlySet<Shown> = new Set(["only_here", "changed_here", "changed_there", "deleted_here"]);

/** The sync state of a flow, in one word [Y17]. */
export function standingOf({
  state,
  held,
  offlineSince,
  unusable,
}: Pick<Standing, "state" | "held" | "offlineSince" | "unusable">): Shown {
  if (held) return "held";
  if (!WAITING.has(state)) return state;
  return unusable ? "unusable" : offlineSince !== null ? "offline" : state;
}

interface ChipProps {
  readonly standing: Standing;
  /** Whether it is shown at the account, and so need not link to it. */
  readonly isAtAccount?: boolean;
}

/** The sync state of a flow with its account, in words; opens the account, or the conflict. */
export function StandingChip({ standing, isAtAccount = false }: ChipProps) {
  const { t } = useTranslation();
  const time = useTime();
  const { account, key, why, offlineSince } = standing;
  const shown = standingOf(standing);
  const [tone, icon] = LOOKS[shown];
  const words =
    shown === "offline" && offlineSince !== null
      ? t("sync.chipOffline", { when: time.dateTime(offlineSince) })
      : t(`sync.state.${shown}`);
  const isConflict = shown === "conflict" || shown === "deleted_there";
  const href = isConflict ? routeHref("sync", key, { account }) : routeHref("sync");
  const marked = <Marked {...{ tone, icon }}>{words}</Marked>;
  if (isAtAccount && !isConflict) return <span className="standing-chip">{marked}</span>;
  return (
    <Tip
      text={[t("sync.chip", { state: words, account }), shown === "refused" ? why : null].filter(Boolean).join(". ")}
    >
      <a className="standing-chip" href={href}>
        {marked}
      </a>
    </Tip>
  );
}
