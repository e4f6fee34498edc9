import { type FormEvent, useState } from "react";
import { callbackEvent } from "../../../src-shared/service/index.ts";
import { stepTaken } from "../../app/index.ts";
import { Check, InputField, Select, useBusy, useTranslation } from "../../components/index.ts";
import { RuleFormEnd } from "../reading/rule-form-end.tsx";
import type { Fault } from "../types.ts";
import { EFFECTS, type FaultForm, faultOf, faultProblem, NEW_FAULT } from "./fault-form.ts";

const TYPES = callbackEvent.options.map((option) => option.shape.type.value);

interface NewFaultProps {
  readonly instanceId: string | null;
  readonly onAdd: (fault: Fault) => Promise<boolean>;
}

/** A form that adds a rule to the fault lab. */
export function NewFault({ instanceId, onAdd }: NewFaultProps) {
  const { t } = useTranslation();
  const [form, setForm] = useState<FaultForm>({ ...NEW_FAULT, instanceId });
  const { busy, unlessBusy } = useBusy();
  const problem = faultProblem(form);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (problem !== null) return;
    if (await unlessBusy(() => onAdd(faultOf(form)))) stepTaken("break");
  };
  const number = (key: "status" | "retryAfter" | "milliseconds" | "times") => (
    <InputField
      label={t(`faults.${key}`)}
      // A number field would return nothing for invalid input, and an empty count means always.
      inputMode="numeric"
      value={form[key]}
      onChange={(typed) => setForm({ ...form, [key]: typed })}
    />
  );
  const choice = (key: "type" | "effect", label: string, options: readonly (readonly [string, string])[]) => (
    <Select
      label={label}
      value={form[key]}
      options={options}
      onChange={(chosen) => setForm({ ...form, [key]: chosen })}
    />
  );
  return (
    <form className="form rule-form" onSubmit={(event) => void add(event)}>
      {choice("type", t("faults.event"), [["", t("faults.anyEvent")], ...TYPES.map((type) => [type, type] as const)])}
      {choice(
        "effect",
        t("common.whatHappens"),
        EFFECTS.map((effect) => [effect, t(`faults.effects.${effect}`)] as const),
      )}
      {form.effect === "answer" && number("status")}
      {form.effect === "answer" && number("retryAfter")}
      {form.effect === "delay" && number("milliseconds")}
      {number("times")}
      {instanceId !== null && (
        <Check
          checked={form.instanceId !== null}
          onChange={(only) => setForm({ ...form, instanceId: only ? instanceId : null })}
        >
          {t("faults.thisRunOnly")}
        </Check>
      )}
      <RuleFormEnd wrong={problem && t(`faults.wrong.${problem}`)} shown busy={busy} add={t("faults.add")} />
    </form>
  );
}
