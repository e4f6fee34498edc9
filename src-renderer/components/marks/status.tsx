import {
  AlertTriangle,
  Ban,
  CheckCircle2,
  CircleDashed,
  CircleDot,
  CircleX,
  Clock,
  Hand,
  Hourglass,
  Info,
  type LucideIcon,
  MailCheck,
  MailOpen,
  MailX,
  MousePointerClick,
  RotateCw,
  Stamp,
} from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "../texts/texts.ts";
import "./marks.css";

export type Tone = "good" | "wait" | "bad" | "quiet" | "info";

const LOOKS = {
  in_progress: ["info", CircleDot],
  finalising: ["wait", Hourglass],
  completed: ["good", CheckCircle2],
  failed: ["bad", CircleX],
  canceled: ["quiet", Ban],
  timed_out: ["wait", Clock],
  sealed: ["good", Stamp],
  rejected: ["bad", CircleX],
  queued: ["quiet", CircleDashed],
  delivered: ["good", MailCheck],
  not_delivered: ["bad", MailX],
  read: ["good", MailOpen],
  clicked: ["good", MousePointerClick],
  waiting: ["quiet", CircleDashed],
  retrying: ["wait", RotateCw],
  dead: ["bad", CircleX],
  not_configured: ["quiet", Info],
  held: ["wait", Hand],
  valid: ["good", CheckCircle2],
  errors: ["bad", CircleX],
  warnings: ["wait", AlertTriangle],
  path_only: ["wait", AlertTriangle],
} as const satisfies Readonly<Record<string, readonly [Tone, LucideIcon]>>;

export type StatusName = keyof typeof LOOKS;

/** A status as an icon and a word, never a colour alone. */
export function Status({ status, count }: { readonly status: StatusName; readonly count?: number }) {
  const { t } = useTranslation();
  const [tone, icon] = LOOKS[status];
  return <Marked {...{ tone, icon }}>{t(`status.${status}`, { count })}</Marked>;
}

interface MarkedProps {
  readonly tone: Tone;
  readonly icon: LucideIcon;
  readonly children: ReactNode;
}

/** Text after an icon, in one tone. */
export function Marked({ tone, icon: Icon, children }: MarkedProps) {
  return (
    <span className={`status tone-${tone}`}>
      <Icon className="icon" aria-hidden />
      <span>{children}</span>
    </span>
  );
}

/** Marks everything that is only simulated (promise 4). */
export function Simulated() {
  const { t } = useTranslation();
  return <span className="simulated">{t("common.simulated")}</span>;
}

/** A word or two on a coloured background. */
export function Pill({ tone = "quiet", children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return <span className={`pill tone-${tone}`}>{children}</span>;
}
