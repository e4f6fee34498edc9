import { Ban, CheckCircle2, ChevronDown, ChevronRight, CircleX, Clock } from "lucide-react";
import { useId, useState } from "react";
import { type Translate, useTranslation } from "../../components/index.ts";
import { AskedRun } from "./asked-run.tsx";
import type { Foreseen, ForeseenOutcome } from "./foreseen.ts";

const LOOKS = {
  completed: ["good", CheckCircle2],
  failed: ["bad", CircleX],
  timed_out: ["wait", Clock],
  canceled: ["quiet", Ban],
} as const;
const ORDER = ["completed", "failed", "timed_out", "canceled"] as const;

/** As many time-outs as the check tells. */
const MOST_TIME_OUTS = 50;

/** How a flow can end; each opens to its shortest run. */
export function Outcomes({ foreseen: { outcomes, verdict } }: { readonly foreseen: Foreseen }) {
  const { t } = useTranslation();
  const rows = outcomes
    .map((outcome, at) => ({ outcome, at }))
    .toSorted((a, b) => ORDER.indexOf(a.outcome.status) - ORDER.indexOf(b.outcome.status));
  const count = (status: ForeseenOutcome["status"]) => outcomes.filter((outcome) => outcome.status === status).length;
  return (
    <>
      {count("completed") === 0 && (
        <p className="foresight-note">
          {t(verdict === "checked" ? "foresight.neverCompletes" : "foresight.notSeenToComplete")}
        </p>
      )}
      <ul className="foresight-rows">
        {rows.map(({ outcome, at }) => (
          <OutcomeRow key={at} {...{ outcome, at }} />
        ))}
      </ul>
      {count("timed_out") >= MOST_TIME_OUTS && <p className="soft">{t("foresight.firstStages")}</p>}
    </>
  );
}

function OutcomeRow({ outcome, at }: { readonly outcome: ForeseenOutcome; readonly at: number }) {
  const { t } = useTranslation();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [tone, Icon] = LOOKS[outcome.status];
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <li>
      <button
        type="button"
        className="foresight-outcome"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Chevron className="icon" aria-hidden />
        <Icon className={`icon tone-${tone}`} aria-hidden />
        <span>{outcomeText(t, outcome)}</span>
      </button>
      {isOpen && <AskedRun of="outcomes" {...{ at, id }} />}
    </li>
  );
}

/** How it ends, and who or what ends it. */
export function outcomeText(t: Translate, { status, stage, last }: ForeseenOutcome): string {
  switch (status) {
    case "completed":
      return t("foresight.ends.completed");
    case "failed":
      if (last?.does !== "rejects") return t("foresight.ends.failed", { stage });
      return last.who === undefined
        ? t("foresight.ends.declinedByAuthor")
        : t("foresight.ends.declined", { who: last.who });
    case "timed_out":
      return t("foresight.ends.timedOut", { stage });
    case "canceled":
      return t("foresight.ends.canceled");
  }
}
