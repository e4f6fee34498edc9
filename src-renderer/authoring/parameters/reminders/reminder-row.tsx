import { Trash2 } from "lucide-react";
import type { NotificationMethod } from "../../../../src-shared/flow/index.ts";
import type { Intent, ReminderParts } from "../../../../src-shared/language/index.ts";
import { Check, CheckList, IconButton, useTranslation } from "../../../components/index.ts";
import { NumberField, SelectField } from "../../forms/fields.tsx";
import { Problems } from "../../forms/problems.tsx";
import { useChosen } from "../../forms/use-typed.ts";
import type { AnalysisView } from "../../language/analysis-view.ts";
import { valueAt } from "../../language/raw-value.ts";
import { problemsAt } from "../../model/problems.ts";
import { freeName } from "../../model/stage-acts.ts";
import { useSession } from "../../session/use-session.ts";

/** The value of the entry that makes a new message: no message can have this name. */
const NEW = "\n";
/** The first version of the language in which reminders repeat [V003]. */
const REPEATS_SINCE = "0.3.0";

interface Props {
  readonly analysis: AnalysisView;
  readonly index: number;
}

/** One automatic reminder as a sentence of fields: after how long, how often, to whom and how. */
export function ReminderRow({ analysis, index }: Props) {
  const { t } = useTranslation();
  const session = useSession();
  const { outline, text } = analysis;
  const reminder = outline.reminders[index];
  if (reminder === undefined) return null;
  const path = [...(analysis.kind === "process" ? [] : ["process"]), "automatic-reminders", index];
  const days = valueAt(analysis.value, [...path, "date", "days_delay"]);
  const change = (parts: ReminderParts, ...before: readonly Intent[]) =>
    session.change([...before, { intent: "changeReminder", at: index, ...parts }]);
  const repeat = (periodically: boolean) => {
    const older = periodically && outline.dslVersion !== REPEATS_SINCE;
    const raised: Intent = { intent: "setProcessField", field: "dsl-version", value: REPEATS_SINCE };
    return change({ periodically }, ...(older ? [raised] : []));
  };
  const name = t("reminders.one", { number: index + 1 });
  const inFields = problemsAt(analysis, [...path, "date", "days_delay"]);
  return (
    <li className="reminder-row" aria-label={name}>
      <header className="reminder-head">
        <h2>{name}</h2>
        <IconButton
          icon={Trash2}
          label={t("reminders.remove", { name })}
          onClick={() => void session.change([{ intent: "setReminder", at: index, value: null }])}
        />
      </header>
      <div className="param-grid">
        <NumberField
          label={t("reminders.days")}
          help={t("reminders.daysHelp")}
          problems={inFields}
          text={text}
          value={days}
          onCommit={(value) => change({ daysDelay: value ?? null })}
        />
        <SelectField
          label={t("reminders.repeat")}
          help={t(reminder.periodically ? "reminders.untilDone" : "reminders.onceHelp")}
          value={String(reminder.periodically)}
          options={[
            ["false", t("reminders.once")],
            ["true", t("reminders.every", { count: reminder.daysDelay ?? 1 })],
          ]}
          onChange={(value) => repeat(value === "true")}
        />
        <Way method="email" {...{ analysis, index, change }} />
        <Way method="sms" {...{ analysis, index, change }} />
      </div>
      <Whom {...{ analysis, index, change }} />
      <Problems problems={problemsAt(analysis, path).filter((each) => !inFields.includes(each))} text={text} />
    </li>
  );
}

interface PartProps extends Props {
  readonly change: (parts: ReminderParts, ...before: readonly Intent[]) => Promise<boolean>;
}

/** A reminder's message by one method; without either, it follows the last invitation [C1]. */
function Way({ analysis: { outline }, index, change, method }: PartProps & { readonly method: NotificationMethod }) {
  const { t } = useTranslation();
  const reminder = outline.reminders[index];
  if (reminder === undefined) return null;
  const names = outline.messages.map(({ name }) => name);
  const asInvited = reminder.email === null && reminder.sms === null;
  const choose = (value: string) => {
    if (value !== NEW) return change({ [method]: value || null });
    const name = freeName("reminder", names);
    return change({ [method]: name }, { intent: "addMessage", name, value: t("reminders.newText") });
  };
  return (
    <SelectField
      label={t(`reminders.${method}`)}
      value={reminder[method] ?? ""}
      options={[
        ["", t(asInvited ? "reminders.asInvited" : "notify.notThisWay")],
        ...names.map((name) => [name, name] as const),
        [NEW, t("notify.newMessage")],
      ]}
      onChange={choose}
    />
  );
}

function Whom({ analysis: { outline }, index, change }: PartProps) {
  const { t } = useTranslation();
  const [users, choose] = useChosen<readonly string[] | null>(outline.reminders[index]?.users ?? null, (chosen) =>
    change({ users: chosen }),
  );
  const names = outline.participants.map(({ name }) => name);
  return (
    <div className="reminder-whom">
      <Check checked={users === null} onChange={(everybody) => choose(everybody ? null : names)}>
        {t("reminders.everybody")}
      </Check>
      {users !== null && <CheckList label={t("reminders.whom")} names={names} chosen={users} onChange={choose} />}
    </div>
  );
}
