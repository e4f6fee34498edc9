import { FlaskConical } from "lucide-react";
import { callOrNotify, useCall, useListChanges, without } from "../../app/index.ts";
import { Dialog, ErrorState, useTranslation } from "../../components/index.ts";
import { RuleList } from "../reading/rule-list.tsx";
import type { Fault } from "../types.ts";
import { NewFault } from "./new-fault.tsx";

interface Props {
  /** Only this run's callbacks can be chosen, or all; null: the page shows every run. */
  readonly instanceId: string | null;
  readonly onClose: () => void;
}

const NONE: readonly Fault[] = [];

/**
 * Rules that make callbacks fail, wait or arrive twice, to test how an integration handles it. The first match applies.
 */
export function FaultLab({ instanceId, onClose }: Props) {
  const { t } = useTranslation();
  const { value, error, reload } = useCall("callbacks.faults", {}, ["settings", "callback"]);
  const faults = value?.items ?? NONE;
  const change = useListChanges<Fault>({
    read: async () => (await callOrNotify(t("faults.unread"), "callbacks.faults", {}))?.items ?? null,
    send: async (items) => {
      const kept = await callOrNotify(t("faults.failed"), "callbacks.setFaults", { items: [...items] });
      reload();
      return kept !== null;
    },
  });
  return (
    <Dialog open onClose={onClose} title={t("faults.title")} description={t("faults.text")}>
      {error && <ErrorState error={error} title={t("faults.unread")} onRetry={reload} />}
      {value && faults.length === 0 && <p className="soft">{t("faults.none")}</p>}
      {faults.length > 0 && (
        <RuleList
          label={t("faults.rules")}
          icon={FlaskConical}
          rules={faults}
          words={(fault) => <FaultWords fault={fault} />}
          removeLabel={(_, at) => t("faults.takeOff", { number: at + 1 })}
          onRemove={(fault) => void change((now) => without(now, fault))}
        />
      )}
      {value && <NewFault instanceId={instanceId} onAdd={(fault) => change((now) => [...now, fault])} />}
    </Dialog>
  );
}

/** A rule in a sentence. */
function FaultWords({ fault: { instanceId, type, effect, times } }: { readonly fault: Fault }) {
  const { t } = useTranslation();
  const what = t(type === null ? "faults.anyEvent" : "faults.oneEvent", { type });
  const whose = t(instanceId === null ? "faults.ofAnyRun" : "faults.ofOneRun");
  const does = effectWords();
  const often = times === null ? t("faults.untilTakenOff") : t("faults.times", { count: times });
  return <span>{`${what} ${whose}: ${does}, ${often}.`}</span>;
  function effectWords(): string {
    switch (effect.kind) {
      case "answer":
        return effect.retryAfter === null
          ? t("faults.does.answer", { status: effect.status })
          : t("faults.does.answerLater", { status: effect.status, seconds: effect.retryAfter });
      case "no_answer":
        return t("faults.does.no_answer");
      case "delay":
        return t("faults.does.delay", { ms: effect.milliseconds });
      case "duplicate":
        return t("faults.does.duplicate");
    }
  }
}
