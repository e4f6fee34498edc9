import { FileWarning, TextCursorInput, Trash2 } from "lucide-react";
import { useState } from "react";
import { LONGEST_DOCUMENT_TITLE } from "../../../../src-shared/bridge/index.ts";
import { host, useCall, useTime } from "../../../app/index.ts";
import {
  confirmFirst,
  DropZone,
  IconButton,
  NameDialog,
  PdfThumbnail,
  Status,
  TakenOut,
  useTranslation,
} from "../../../components/index.ts";
import { PdfChooser } from "../../forms/pdf-chooser.tsx";
import { Problems } from "../../forms/problems.tsx";
import { RenameButton } from "../../forms/rename-button.tsx";
import type { AnalysisView } from "../../language/analysis-view.ts";
import type { FlowDocument } from "../../model/documents.ts";
import { problemsAt } from "../../model/problems.ts";
import { useSession } from "../../session/use-session.ts";

interface Props {
  readonly analysis: AnalysisView;
  readonly document: FlowDocument;
  readonly busy: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** One document: its first page, its title, its uses, and its commands. */
export function DocumentRow({ analysis, document, busy, onFiles }: Props) {
  const { t } = useTranslation();
  const { name, entry, stages, id } = document;
  const given = useCall("documents.get", id === null ? null : { id }, ["document"]);
  return (
    <li>
      <DropZone
        hint={t(entry === null ? "documents.dropGive" : "documents.dropReplace", { name })}
        className="document-row"
        onFiles={onFiles}
      >
        <Facts document={document} {...given} />
        <p className="soft document-uses">
          {stages.length === 0 ? t("documents.unused") : t("documents.usedIn", { stages: stages.join(", ") })}
        </p>
        <Commands {...{ analysis, document, busy, onFiles }} title={given.value?.title ?? null} />
        <Problems problems={problemsOf(analysis, document)} text={analysis.text} />
      </DropZone>
    </li>
  );
}

/** For a document that is only named, the rule reports the place in the process; the row itself says so. */
function problemsOf(analysis: AnalysisView, { name, entry }: FlowDocument) {
  return entry === null ? [] : problemsAt(analysis, ["process_parameters", "documents", name]);
}

type Given = Pick<ReturnType<typeof useCall<"documents.get">>, "value" | "error">;

function Facts({ document: { name, entry, id }, value, error }: { readonly document: FlowDocument } & Given) {
  const { t } = useTranslation();
  const session = useSession();
  const time = useTime();
  return (
    <>
      {value ? (
        <PdfThumbnail url={value.url} sha256={value.sha256} name={name} />
      ) : (
        <span className="pdf-thumbnail document-missing">
          <FileWarning className="icon" aria-hidden />
        </span>
      )}
      <div className="document-facts">
        {entry === null ? (
          <strong>{name}</strong>
        ) : (
          <button type="button" className="text-button" onClick={() => session.reveal(entry.range)}>
            {name}
          </button>
        )}
        {value && (
          <a className="truncate" href={value.url} target="_blank" rel="noreferrer">
            {value.title}
          </a>
        )}
        {value && (
          <span className="soft">
            {t("document.pages", { count: value.pages })} · {time.byteSize(value.size)}
            {value.title !== value.fileName && ` · ${value.fileName}`}
          </span>
        )}
        {value && <TakenOut kinds={value.removed} />}
        {error && <span className="tone-bad">{error.message}</span>}
        {entry === null && <span className="tone-bad">{t("documents.notGiven")}</span>}
        {entry !== null && id === null && <Status status="path_only" />}
      </div>
    </>
  );
}

/** @param title the document's title for participants; null: the workspace has no such document */
function Commands({ analysis, document, busy, onFiles, title }: Props & { readonly title: string | null }) {
  const { t } = useTranslation();
  const session = useSession();
  const { name, entry, stages, id } = document;
  const remove = async () => {
    const sure =
      stages.length === 0 ||
      (await confirmFirst({
        title: t("common.removeNamedAsk", { name }),
        body: t("documents.removeText", { stages: stages.join(", ") }),
        confirm: t("documents.removeDo"),
        dangerous: true,
      }));
    if (sure) await session.change([{ intent: "remove", kind: "document", name }]);
  };
  return (
    <div className="document-commands">
      <PdfChooser name={name} what={id === null ? "upload" : "replace"} busy={busy} onFiles={onFiles} />
      {entry !== null && (
        <>
          {id !== null && title !== null && <TitleButton {...{ id, name, title }} />}
          <RenameButton text={analysis.text} range={entry.range} label={t("common.renameNamed", { name })} />
          <IconButton icon={Trash2} label={t("common.removeNamed", { name })} onClick={() => void remove()} />
        </>
      )}
    </div>
  );
}

interface TitleButtonProps {
  readonly id: string;
  readonly name: string;
  readonly title: string;
}

function TitleButton({ id, name, title }: TitleButtonProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const rename = async (wanted: string) => {
    const renamed = await host.call("documents.rename", { id, title: wanted });
    return renamed.ok ? null : renamed.error.message;
  };
  return (
    <>
      <IconButton icon={TextCursorInput} writes label={t("documents.title", { name })} onClick={() => setOpen(true)} />
      {isOpen && (
        <NameDialog
          title={t("documents.title", { name })}
          label={t("documents.titleLabel")}
          done={t("documents.titleDo")}
          value={title}
          maxLength={LONGEST_DOCUMENT_TITLE}
          onDone={rename}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
