import { type FormEvent, useState } from "react";
import { local } from "../../../src-shared/service/index.ts";
import { stepTaken } from "../../app/index.ts";
import { InputField, Select, useBusy, useTranslation } from "../../components/index.ts";
import { RuleFormEnd } from "../reading/rule-form-end.tsx";
import type { MailRule } from "../types.ts";

/** A rule in its form: the number as typed. */
interface RuleForm {
  readonly address: string;
  readonly effect: MailRule["effect"]["kind"];
  readonly reason: string;
  readonly minutes: string;
}

/** The first invalid field; null: the rule can be added. */
function problemOf(form: RuleForm): "address" | "reason" | "minutes" | null {
  const field = local.newMailRule.safeParse(ruleOf(form)).error?.issues[0]?.path.at(-1);
  return field === undefined ? null : field === "reason" || field === "minutes" ? field : "address";
}

function ruleOf({ address, effect, reason, minutes }: RuleForm): MailRule {
  const given =
    effect === "bounce"
      ? { kind: effect, reason: reason.trim() }
      : { kind: effect, minutes: /^\d+$/.test(minutes) ? Number(minutes) : Number.NaN };
  return { address: address.trim(), effect: given };
}

interface Props {
  readonly address: string | null;
  /** @returns whether the rule was kept */
  readonly onAdd: (rule: MailRule) => Promise<boolean>;
}

/** A form that adds a delivery rule. */
export function NewMailRule({ address, onAdd }: Props) {
  const { t } = useTranslation();
  const [form, setForm] = useState<RuleForm>({
    address: address ?? "",
    effect: "bounce",
    reason: t("mailRules.usualReason"),
    minutes: "60",
  });
  const { busy, unlessBusy } = useBusy();
  const problem = problemOf(form);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (problem !== null || !(await unlessBusy(() => onAdd(ruleOf(form))))) return;
    stepTaken("break");
    setForm({ ...form, address: "" });
  };
  const late = form.effect === "bounce" ? "delay" : form.effect;
  const text = (key: "address" | "reason" | "minutes") => (
    <InputField
      label={key === "minutes" ? t(`mailRules.minutesOf.${late}`) : t(`mailRules.${key}`)}
      inputMode={key === "minutes" ? "numeric" : "text"}
      value={form[key]}
      onChange={(typed) => setForm({ ...form, [key]: typed })}
    />
  );
  return (
    <form className="form rule-form" onSubmit={(event) => void add(event)}>
      {text("address")}
      <Select
        label={t("common.whatHappens")}
        value={form.effect}
        options={[
          ["bounce", t("mailRules.effects.bounce")],
          ["delay", t("mailRules.effects.delay")],
          ["read", t("mailRules.effects.read")],
          ["click", t("mailRules.effects.click")],
        ]}
        onChange={(effect) => setForm({ ...form, effect })}
      />
      {text(form.effect === "bounce" ? "reason" : "minutes")}
      <RuleFormEnd
        wrong={problem && t(`mailRules.wrong.${problem}`)}
        shown={form.address !== ""}
        busy={busy}
        add={t("mailRules.add")}
      />
    </form>
  );
}
