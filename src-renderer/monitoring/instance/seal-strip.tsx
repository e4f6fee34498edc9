import { CircleX, Hourglass, RotateCcw } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { ActionButton, type AppAction, callOrNotify, useActions, useSentence, useTime } from "../../app/index.ts";
import { type Translate, textOr, useBusy, useTranslation } from "../../components/index.ts";
import { waitsForStep } from "../clock/due-rows.ts";
import type { Detail } from "../types.ts";
import { runAgain } from "./run-again.ts";

type Seal = Detail["due"][number];
type Failure = NonNullable<Detail["sealFailure"]>;

/** Below the clock of a run whose seal failed or waits: what happened, what to do, and how to try again [G5]. */
export function SealStrip({ instance }: { readonly instance: Detail }) {
  if (instance.sealFailure !== null) return <Failed instance={instance} failure={instance.sealFailure} />;
  return <Waits instance={instance} />;
}

/** The run has ended: the seal is retried in a fork that begins before the failure. */
function Failed({ instance, failure }: { readonly instance: Detail; readonly failure: Failure }) {
  const { t } = useTranslation();
  const sentence = useSentence(useTime(instance.timeZone));
  const { busy, unlessBusy } = useBusy();
  const fork = () => unlessBusy(() => runAgain(instance.id, failure.seq - 1));
  const again = useTryAgain(t("sealing.failedAgain"), fork);
  return (
    <Strip tone="bad" icon={<CircleX className="icon" aria-hidden />} action={again} busy={busy}>
      {t("sealing.failed", { what: sentence(failure).replace(/\.$/, "") })}
    </Strip>
  );
}

function Waits({ instance }: { readonly instance: Detail }) {
  const { t } = useTranslation();
  const { busy, unlessBusy } = useBusy();
  const seals = instance.due.filter(
    (due) => due.kind === "seal" && !waitsForStep(due) && (due.waits !== null || due.attempt > 1),
  );
  // During a retry nothing is pending, so the last message stays until the answer.
  const last = useRef<readonly Seal[]>([]);
  if (!busy) last.current = seals;
  const shown = busy ? last.current : seals;
  const waiting = shown.some(({ waits }) => waits !== null);
  const sealAgain = () =>
    unlessBusy(async () => {
      await callOrNotify(t("sealing.notDone"), "instances.sealAgain", { id: instance.id });
    });
  const again = useTryAgain(t("common.tryAgain"), sealAgain, waiting);
  if (shown.length === 0) return null;
  return (
    <Strip tone="wait" icon={<Hourglass className="icon" aria-hidden />} action={waiting ? again : null} busy={busy}>
      {shown.map((seal) => (
        <span key={seal.id}>{sealText(t, seal)} </span>
      ))}
    </Strip>
  );
}

/** What happened to a seal, and what to do. */
function sealText(t: Translate, { document, waits, attempt }: Seal): string {
  if (waits === null) return t("sealing.retried", { document, attempt });
  return t("sealing.waits", { document, why: textOr(`sealing.why.${waits.why}`, t("sealing.why.other")) });
}

function useTryAgain(title: string, run: () => Promise<void>, offered = true): AppAction {
  const { t } = useTranslation();
  const action: AppAction = {
    ...{ id: "instance.sealAgain", icon: RotateCcw, title, group: t("common.run"), writes: true },
    run: () => void run(),
  };
  useActions(offered ? [action] : []);
  return action;
}

interface StripProps {
  readonly tone: "bad" | "wait";
  readonly icon: ReactNode;
  /** null: it cannot be retried. */
  readonly action: AppAction | null;
  readonly busy: boolean;
  readonly children: ReactNode;
}

function Strip({ tone, icon, action, busy, children }: StripProps) {
  const { t } = useTranslation();
  return (
    <section className="seal-strip" aria-label={t("sealing.label")}>
      <p className={`tone-${tone}`} role="status">
        {icon}
        <span>{children}</span>
      </p>
      {action && <ActionButton action={action} busy={busy} />}
    </section>
  );
}
