import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { callbackEvent } from "../../../src-shared/service/index.ts";
import { Button, useTranslation } from "../../components/index.ts";
import type { Fault } from "../types.ts";
import { EFFECTS, type FaultForm, faultOf, faultProblem, NEW_FAULT } from "./fault-form.ts";

const TYPES = callbackEvent.options.map((option) => option.shape.type.value);

/** A form for one more rule of the fault lab. */
export function NewFault({
  instanceId,
  onAdd,
}: {
  readonly instanceId: string | null;
  readonly onAdd: (fault: Fault) => Promise<boolean>;
}) {
  const { t } = useTranslation();
  const [form, setForm] = useState<FaultForm>({ ...NEW_FAULT, instanceId });
  const problem = faultProblem(form);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (problem === null) await onAdd(faultOf(form));
  };
  const number = (key: "status" | "retryAfter" | "milliseconds" | "times") => (
    <label className="form-field">
      {t(`faults.${key}`)}
      <input
        className="field"
        type="number"
        value={form[key]}
        onChange={(event) => setForm({ ...form, [key]: event.target.value })}
      />
    </label>
  );
  const choice = (key: "type" | "effect", label: string, options: readonly (readonly [string, string])[]) => (
    <label className="form-field">
      {label}
      <select className="field" value={form[key]} onChange={(event) => setForm({ ...form, [key]: event.target.value })}>
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <form className="form fault-form" onSubmit={(event) => void add(event)}>
      {choice("type", t("faults.event"), [["", t("faults.anyEvent")], ...TYPES.map((type) => [type, type] as const)])}
      {choice(
        "effect",
        t("faults.effect"),
        EFFECTS.map((effect) => [effect, t(`faults.effects.${effect}`)] as const),
      )}
      {form.effect === "answer" && number("status")}
      {form.effect === "answer" && number("retryAfter")}
      {form.effect === "delay" && number("milliseconds")}
      {number("times")}
      {instanceId !== null && (
        <label className="check">
          <input
            type="checkbox"
            checked={form.instanceId !== null}
            onChange={(event) => setForm({ ...form, instanceId: event.target.checked ? instanceId : null })}
          />
          {t("faults.thisRunOnly")}
        </label>
      )}
      <p className="form-problem" role="status">
        {problem && t(`faults.wrong.${problem}`)}
      </p>
      <div className="dialog-foot">
        <Button look="primary" type="submit" icon={Plus} writes blocked={problem && t(`faults.wrong.${problem}`)}>
          {t("faults.add")}
        </Button>
      </div>
    </form>
  );
}
