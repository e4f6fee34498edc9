import { FileCode, Mail, MessageSquare, PencilLine, Trash2 } from "lucide-react";
import { useId } from "react";
import { Button, confirmFirst, FoldButton, IconButton, useTranslation } from "../../../components/index.ts";
import { TextField } from "../../forms/fields.tsx";
import { RenameButton } from "../../forms/rename-button.tsx";
import type { AnalysisView } from "../../language/analysis-view.ts";
import { fieldText, valueAt } from "../../language/raw-value.ts";
import { type FlowMessage, previewsOf } from "../../model/messages.ts";
import { fieldAt } from "../../model/problems.ts";
import { useSession } from "../../session/use-session.ts";
import { MessagePreview, wayWords } from "./message-preview.tsx";

interface Props {
  readonly analysis: AnalysisView;
  readonly message: FlowMessage;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}

/** One message: folded to a line, or with its text beside the reader's preview. */
export function MessageRow({ analysis, message, open, onOpen }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { name, entry, uses } = message;
  const text = fieldText(valueAt(analysis.value, ["process_parameters", "messages", name]));
  return (
    <li className="message-row">
      <FoldButton className="row-button message-head" controls={id} isOpen={open} onToggle={() => onOpen(!open)}>
        <strong className="truncate" title={name}>
          {name}
        </strong>
        <span className="message-ways">
          {uses.some(({ method }) => method === "email") && <Mail className="icon" aria-label={t("mailbox.email")} />}
          {uses.some(({ method }) => method === "sms") && (
            <MessageSquare className="icon" aria-label={t("mailbox.sms")} />
          )}
        </span>
        <span
          className={entry === null ? "tone-bad truncate" : "soft truncate"}
          title={entry === null ? undefined : text}
        >
          {entry === null ? t("messages.notGiven") : text}
        </span>
      </FoldButton>
      {open && (
        <div id={id} className="message-open">
          {entry === null ? <Write name={name} /> : <Text analysis={analysis} message={message} text={text} />}
        </div>
      )}
    </li>
  );
}

/** A message that is used but missing: one press adds it. */
function Write({ name }: { readonly name: string }) {
  const { t } = useTranslation();
  const session = useSession();
  return (
    <Button
      icon={PencilLine}
      onClick={() => void session.change([{ intent: "addMessage", name, value: t("messages.newText") }])}
    >
      {t("messages.write", { name })}
    </Button>
  );
}

function Text({ analysis, message, text }: Omit<Props, "open" | "onOpen"> & { readonly text: string }) {
  const { t } = useTranslation();
  const session = useSession();
  const { name } = message;
  return (
    <>
      <div className="stack">
        <TextField
          label={t("messages.text", { name })}
          help={<Uses message={message} />}
          {...fieldAt(analysis, "process_parameters", "messages", name)}
          rows={7}
          onCommit={(value) => session.change([{ intent: "setMessage", name, value }])}
        />
        <Commands analysis={analysis} message={message} />
      </div>
      <MessagePreview title={analysis.outline.title ?? ""} textOf={() => text} ways={previewsOf(message)} />
    </>
  );
}

/** Where it is sent, one line per use. */
function Uses({ message: { uses } }: Pick<Props, "message">) {
  const { t } = useTranslation();
  if (uses.length === 0) return t("messages.unused");
  return (
    <>
      {uses.map((use) => (
        <span key={`${use.kind} ${use.method}`} className="message-use">
          {use.stages.length === 0
            ? wayWords(t, use)
            : t("messages.wayIn", { way: wayWords(t, use), stages: use.stages.join(", ") })}
        </span>
      ))}
    </>
  );
}

function Commands({ analysis, message: { name, entry, uses } }: Pick<Props, "analysis" | "message">) {
  const { t } = useTranslation();
  const session = useSession();
  if (entry === null) return null;
  const remove = async () => {
    const sure =
      uses.length === 0 ||
      (await confirmFirst({
        title: t("common.removeNamedAsk", { name }),
        body: t("messages.removeText"),
        confirm: t("messages.removeDo"),
        dangerous: true,
      }));
    if (sure) await session.change([{ intent: "remove", kind: "message", name }]);
  };
  return (
    <div className="message-commands">
      <RenameButton text={analysis.text} range={entry.range} label={t("common.renameNamed", { name })} />
      <IconButton
        icon={FileCode}
        label={t("common.showNamedInText", { name })}
        onClick={() => session.reveal(entry.range)}
      />
      <IconButton icon={Trash2} label={t("common.removeNamed", { name })} onClick={() => void remove()} />
    </div>
  );
}
