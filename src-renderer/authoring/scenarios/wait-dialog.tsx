import { useState } from "react";
import { FormDialog, useBusy, useTranslation } from "../../components/index.ts";
import { NumberInput } from "../forms/number-input.tsx";

/** Most days, and most hours. */
const MOST = 99_999;

interface Time {
  readonly days: number;
  readonly hours: number;
}

interface Props {
  /** null: a new wait. */
  readonly value: Time | null;
  /** @returns whether it was done */
  readonly onDone: (time: Time) => Promise<boolean>;
  readonly onClose: () => void;
}

/** Asks how long somebody waits. */
export function WaitDialog({ value, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const [days, setDays] = useState(value?.days ?? 1);
  const [hours, setHours] = useState(value?.hours ?? 0);
  const { busy, unlessBusy } = useBusy();
  const isTime = [days, hours].every((number) => Number.isInteger(number) && number >= 0 && number <= MOST);
  const blocked = isTime && days + hours > 0 ? null : t("scripts.needsTime");
  const submit = () =>
    unlessBusy(async () => {
      if (await onDone({ days, hours })) onClose();
    });
  return (
    <FormDialog
      title={t("scripts.waitTitle")}
      done={t(value === null ? "common.add" : "common.change")}
      note={blocked ?? t("scripts.waitText")}
      {...{ blocked, busy, onClose }}
      onSubmit={submit}
    >
      <div className="script-time">
        <NumberInput label={t("common.days")} most={MOST} value={days} onChange={setDays} />
        <NumberInput label={t("scripts.hours")} most={MOST} value={hours} onChange={setHours} />
      </div>
    </FormDialog>
  );
}
