import { useEffect, useRef, useState } from "react";
import { goTo, useCall, useTime } from "../../app/index.ts";
import { Button, Dialog, useTranslation, Waiting } from "../../components/index.ts";
import type { Detail } from "../types.ts";

const MOST = 200;

/** Asks for the other run: those of the same flow, else those of the same title. */
export function CompareDialog({ instance, onClose }: { readonly instance: Detail; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const time = useTime();
  const { id, draftId, title } = instance;
  const alike = draftId === null ? { search: title.slice(0, 500) } : { draftId };
  const runs = useCall("instances.list", { ...alike, limit: MOST });
  const others = runs.value?.items.filter((item) => item.id !== id) ?? [];
  const select = useRef<HTMLSelectElement>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  // The runs come after the dialog has opened: the focus moves to them as soon as there is a choice.
  const any = others.length > 0;
  useEffect(() => {
    if (any) select.current?.focus();
  }, [any]);
  const other = chosen ?? instance.fork?.instanceId ?? others[0]?.id ?? null;

  return (
    <Dialog open onClose={onClose} title={t("compare.choose")} description={t("compare.chooseText")}>
      <Waiting of={runs} title={t("instances.failed")} rows={2} />
      {runs.value && others.length === 0 && <p className="soft">{t("compare.noOther")}</p>}
      {others.length > 0 && (
        <label className="form-field">
          {t("compare.other")}
          <select
            ref={select}
            className="field"
            value={other ?? ""}
            onChange={(event) => setChosen(event.target.value)}
          >
            {others.map((item) => (
              <option key={item.id} value={item.id}>
                {t("compare.option", {
                  status: t(`status.${item.status}`),
                  when: time.dateTime(item.lastEvent),
                  title: item.title,
                })}
              </option>
            ))}
          </select>
        </label>
      )}
      <div className="dialog-foot">
        <Button onClick={onClose}>{t("common.cancel")}</Button>
        <Button
          look="primary"
          blocked={others.length === 0 ? t("compare.noOther") : null}
          onClick={() => {
            onClose();
            if (other !== null) goTo("instances", id, { with: other });
          }}
        >
          {t("common.compare")}
        </Button>
      </div>
    </Dialog>
  );
}
