import { Ban, CheckCircle2, CircleX, Clock } from "lucide-react";
import { useId, useState } from "react";
import { FoldButton, useTranslation } from "../../components/index.ts";
import { AskedRun } from "./asked-run.tsx";
import type { Foreseen, ForeseenOutcome } from "./foreseen.ts";
import { outcomeText } from "./texts.ts";

const LOOKS = {
  completed: ["good", CheckCircle2],
  failed: ["bad", CircleX],
  timed_out: ["wait", Clock],
  canceled: ["quiet", Ban],
} as const;

/** As many time-outs as the check lists. */
const MOST_TIME_OUTS = 50;

/** The possible ends of a flow; each expands to its shortest run. */
export function Outcomes({ foreseen: { outcomes } }: { readonly foreseen: Foreseen }) {
  const { t } = useTranslation();
  const count = (status: ForeseenOutcome["status"]) => outcomes.filter((outcome) => outcome.status === status).length;
  return (
    <>
      {count("completed") === 0 && <p className="foresight-note">{t("foresight.neverCompletes")}</p>}
      <ul className="foresight-rows">
        {outcomes.map((outcome, at) => (
          // An outcome of one answer is its place.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
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
  return (
    <li>
      <FoldButton controls={id} isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
        <Icon className={`icon tone-${tone}`} aria-hidden />
        <span>{outcomeText(t, outcome)}</span>
      </FoldButton>
      {isOpen && <AskedRun run={{ of: "outcomes", at }} title={outcomeText(t, outcome)} {...{ id }} />}
    </li>
  );
}
