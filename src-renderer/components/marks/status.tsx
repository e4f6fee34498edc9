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
  MailX,
  RotateCw,
  Stamp,
} from "lucide-react";
import { useTranslation } from "react-i18next";
import "./marks.css";

export type Tone = "good" | "wait" | "bad" | "quiet" | "info";

const LOOKS: Readonly<Record<string, readonly [Tone, LucideIcon]>> = {
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
  waiting: ["quiet", CircleDashed],
  retrying: ["wait", RotateCw],
  dead: ["bad", CircleX],
  not_configured: ["quiet", Info],
  held: ["wait", Hand],
  valid: ["good", CheckCircle2],
  errors: ["bad", CircleX],
  warnings: ["wait", AlertTriangle],
  path_only: ["wait", AlertTriangle],
  document_in_progress: ["info", CircleDot],
};

/** A status as an icon and a word, never a colour alone. `status` is a key of the catalogue's `status`. */
export function Status({ status, count }: { readonly status: string; readonly count?: number }) {
  const { t } = useTranslation();
  const [tone, Icon] = LOOKS[status] ?? ["quiet", Info];
  return (
    <span className={`status tone-${tone}`}>
      <Icon className="icon" aria-hidden />
      <span>{t(`status.${status}`, { count })}</span>
    </span>
  );
}

/** What nothing but a simulation stands behind says so (experience.md, promise 4). */
export function Simulated() {
  const { t } = useTranslation();
  return <span className="simulated">{t("common.simulated")}</span>;
}

export function Pill({ tone = "quiet", children }: { readonly tone?: Tone; readonly children: React.ReactNode }) {
  return <span className={`pill tone-${tone}`}>{children}</span>;
}
