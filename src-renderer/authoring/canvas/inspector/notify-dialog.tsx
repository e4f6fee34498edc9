import { useState } from "react";
import type { FlowOutline, Intent, OutlineStage } from "../../../../src-shared/language/index.ts";
import { CheckList, Choice, FormDialog, Select, useTranslation } from "../../../components/index.ts";
import type { RawValue } from "../../language/raw-value.ts";
import type { MessageUse } from "../../model/messages.ts";
import { likelyForm, type NotifyForm, notifyForm, notifyWritten } from "../../model/notification.ts";
import { freeName } from "../../model/stage-acts.ts";
import { MessagePreview } from "../../parameters/messages/message-preview.tsx";

/** The value of the entry that makes a new message: no message can have this name. */
const NEW = "\n";

interface Props {
  readonly outline: FlowOutline;
  readonly stage: OutlineStage;
  /** The notify action as in the text; null: a new one. */
  readonly written: unknown;
  /** The action, and the edits that the flow needs before it. */
  readonly onDone: (notify: RawValue, before: readonly Intent[]) => void;
  readonly onClose: () => void;
}

/** Who is notified by which method and with which message, when the stage begins. */
export function NotifyDialog({ outline, stage, written, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const [form, setForm] = useState<NotifyForm>(() =>
    written === null ? likelyForm(outline.stages, stage) : notifyForm(written),
  );
  /** null: the default message of its kind. */
  const [typed, setTyped] = useState<string | null>(null);
  const newText = typed ?? t(form.confirmation ? "import.first.done" : "import.first.invitation");
  const makesNew = form.email === NEW || form.sms === NEW;
  const missing = whatIsMissing();
  function whatIsMissing(): string | null {
    if (form.users.length === 0) return t("common.needsParticipants");
    if (form.email === "" && form.sms === "") return t("notify.needsMethod");
    return makesNew && newText.trim() === "" ? t("notify.needsText") : null;
  }
  const done = () => {
    const taken = outline.messages.map(({ name }) => name);
    const name = freeName(form.confirmation ? "done" : "invitation", taken);
    const named = (message: string) => (message === NEW ? name : message);
    const before: readonly Intent[] = makesNew ? [{ intent: "addMessage", name, value: newText }] : [];
    onDone(notifyWritten({ ...form, email: named(form.email), sms: named(form.sms) }, written), before);
  };
  return (
    <FormDialog
      title={t(written === null ? "notify.new" : "notify.edit")}
      blocked={missing}
      note={missing ?? t(form.confirmation ? "notify.confirmationText" : "notify.standardText")}
      done={t(written === null ? "notify.add" : "notify.edit")}
      onSubmit={done}
      onClose={onClose}
    >
      <Fields outline={outline} form={form} onChange={(changed) => setForm({ ...form, ...changed })} />
      {makesNew && (
        <label className="form-field">
          {t("notify.text")}
          <textarea className="field" rows={3} value={newText} onChange={(event) => setTyped(event.target.value)} />
        </label>
      )}
      <Preview outline={outline} form={form} newText={newText} />
    </FormDialog>
  );
}

interface PreviewProps extends Pick<Props, "outline"> {
  readonly form: NotifyForm;
  readonly newText: string;
}

/** The message as each selected method would deliver it; empty if its text is missing. */
function Preview({ outline, form, newText }: PreviewProps) {
  const textOf = ({ method }: Pick<MessageUse, "method">) =>
    form[method] === NEW ? newText : (outline.messages.find(({ name }) => name === form[method])?.value ?? "");
  const kind = form.confirmation ? "confirmation" : "invitation";
  const ways = (["email", "sms"] as const).map((method): MessageUse => ({ kind, method, stages: [] }));
  return (
    <MessagePreview
      title={outline.title ?? ""}
      textOf={textOf}
      ways={ways.filter((way) => textOf(way).trim() !== "")}
    />
  );
}

interface FieldsProps extends Pick<Props, "outline"> {
  readonly form: NotifyForm;
  readonly onChange: (changed: Partial<NotifyForm>) => void;
}

function Fields({ outline, form, onChange }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Choice
        label={t("common.kind")}
        value={form.confirmation ? "confirmation" : "standard"}
        onChange={(kind) => onChange({ confirmation: kind === "confirmation" })}
        options={[
          ["standard", t("notify.standard")],
          ["confirmation", t("notify.confirmation")],
        ]}
      />
      <CheckList
        label={t("common.to")}
        names={outline.participants.map(({ name }) => name)}
        chosen={form.users}
        onChange={(users) => onChange({ users })}
      />
      <MessageField
        label={t("mailbox.email")}
        outline={outline}
        value={form.email}
        onChange={(email) => onChange({ email })}
      />
      <MessageField label={t("mailbox.sms")} outline={outline} value={form.sms} onChange={(sms) => onChange({ sms })} />
    </>
  );
}

interface MessageFieldProps {
  readonly label: string;
  readonly outline: FlowOutline;
  readonly value: string;
  readonly onChange: (message: string) => void;
}

function MessageField({ label, outline, value, onChange }: MessageFieldProps) {
  const { t } = useTranslation();
  const names = outline.messages.map(({ name }) => name);
  const listed = value === "" || value === NEW || names.includes(value) ? names : [...names, value];
  return (
    <Select
      label={label}
      value={value}
      options={[
        ["", t("notify.notThisWay")],
        ...listed.map((name) => [name, name] as const),
        [NEW, t("notify.newMessage")],
      ]}
      onChange={onChange}
    />
  );
}
