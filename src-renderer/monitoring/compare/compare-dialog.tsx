import { useEffect, useRef, useState } from "react";
import { goTo, useCall, useTime } from "../../app/index.ts";
import { FormDialog, Select, useTranslation, Waiting } from "../../components/index.ts";
import { runName } from "../reading/columns.tsx";
import type { Detail } from "../types.ts";

const MOST = 200;

/** Asks for the other run: one of the same flow, else one with the same title. */
export function CompareDialog({ instance, onClose }: { readonly instance: Detail; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const time = useTime(instance.timeZone);
  const { id, draftId, title: name } = instance;
  const alike = draftId === null ? { search: name.slice(0, 500) } : { draftId };
  const runs = useCall("instances.list", { ...alike, limit: MOST });
  const others = runs.value?.items.filter((item) => item.id !== id) ?? [];
  const select = useRef<HTMLSelectElement>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  // The runs load after the dialog has opened: the focus moves to them as soon as there is a choice.
  const any = others.length > 0;
  useEffect(() => {
    if (any) select.current?.focus();
  }, [any]);
  const other = chosen ?? instance.fork?.instanceId ?? others[0]?.id ?? null;
  const optionText = (run: (typeof others)[number]) => {
    const title = runName(t, { instanceTitle: run.title, forkNumber: run.forkNumber });
    return t("compare.option", { status: t(`status.${run.status}`), when: time.dateTime(run.lastEvent), title });
  };
  const compare = () => {
    onClose();
    if (other !== null) goTo("instances", id, { with: other });
  };

  return (
    // Wide: two runs of one flow differ in the fork's number, which comes last.
    <FormDialog
      wide
      title={t("compare.choose")}
      description={t("compare.chooseText", { zone: time.timeZone })}
      done={t("common.compare")}
      blocked={any ? null : t("compare.noOther")}
      onSubmit={compare}
      onClose={onClose}
    >
      <Waiting of={runs} title={t("instances.failed")} rows={2} />
      {runs.value && !any && <p className="soft">{t("compare.noOther")}</p>}
      {any && (
        <Select
          ref={select}
          label={t("compare.other")}
          value={other ?? ""}
          options={others.map((item) => [item.id, optionText(item)])}
          onChange={setChosen}
        />
      )}
    </FormDialog>
  );
}
