import { FileText, FileUp, FileWarning } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { edit, type OutlineEntry, UneditableText } from "../../src-shared/language/index.ts";
import { host } from "../app/host.ts";
import { tell, tellError } from "../app/notify.ts";
import { useCall } from "../app/use-call.ts";
import { Button } from "../components/button.tsx";
import { Status } from "../components/status.tsx";
import { useTime } from "../components/use-time.ts";
import type { AnalysisView } from "./analysis-types.ts";
import { applyToEditor, editorText, revealRange } from "./editor-store.ts";

/** The documents that the flow names, given or not, with the way to give a PDF. */
export function DocumentsPanel({ analysis }: { readonly analysis: AnalysisView }) {
  const { t } = useTranslation();
  const { outline } = analysis;
  const missing = missingDocuments(analysis);
  return (
    <section className="draft-documents" aria-label={t("documents.label")}>
      {outline.documents.length + missing.length === 0 && <p className="problems-none soft">{t("documents.none")}</p>}
      <ul>
        {outline.documents.map((entry) => (
          <li key={entry.name} className="draft-document">
            <Given entry={entry} />
            <UploadFor name={entry.name} replace={entry.value !== null && entry.value !== ""} />
          </li>
        ))}
        {missing.map((name) => (
          <li key={name} className="draft-document">
            <span className="draft-document-name">
              <FileWarning className="icon tone-bad" aria-hidden />
              <strong>{name}</strong>
              <span className="soft">{t("documents.notGiven")}</span>
            </span>
            <UploadFor name={name} replace={false} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function missingDocuments({ outline, kind }: AnalysisView): readonly string[] {
  if (kind === "process") return [];
  const given = new Set(outline.documents.map(({ name }) => name));
  const used = outline.stages.flatMap((stage) => stage.conditions.flatMap(({ documents }) => documents));
  return [...new Set(used)].filter((name) => !given.has(name));
}

function Given({ entry }: { readonly entry: OutlineEntry }) {
  const { t } = useTranslation();
  const time = useTime();
  const isId = entry.value !== null && /^\d+$/.test(entry.value);
  const { value, error } = useCall("documents.get", isId ? { id: entry.value ?? "" } : null, ["document"]);
  return (
    <span className="draft-document-name">
      <FileText className="icon" aria-hidden />
      <button type="button" className="text-button" onClick={() => revealRange(entry.range)}>
        {entry.name}
      </button>
      {value && (
        <a className="soft truncate" href={value.url} target="_blank" rel="noreferrer">
          {value.fileName} · {t("document.pages", { count: value.pages })} · {time.byteSize(value.size)}
        </a>
      )}
      {error && <span className="tone-bad truncate">{error.message}</span>}
      {!isId && <Status status="path_only" />}
    </span>
  );
}

function UploadFor({ name, replace }: { readonly name: string; readonly replace: boolean }) {
  const { t } = useTranslation();
  const picker = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const upload = async (file: File) => {
    setBusy(true);
    const uploaded = await host.upload({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
    setBusy(false);
    if (!uploaded.ok) return tellError(t("documents.uploadFailed", { file: file.name }), uploaded.error);
    setDocument(t, name, uploaded.value.id);
  };
  return (
    <>
      <input
        ref={picker}
        hidden
        type="file"
        accept="application/pdf,.pdf"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void upload(file);
          target.value = "";
        }}
      />
      <Button
        look="ghost"
        icon={FileUp}
        busy={busy}
        aria-label={t("documents.uploadFor", { name })}
        onClick={() => picker.current?.click()}
      >
        {t(replace ? "documents.replace" : "documents.upload")}
      </Button>
    </>
  );
}

/** Writes the identifier into the text as it stands now: the author may have typed on while the PDF was sent. */
function setDocument(t: ReturnType<typeof useTranslation>["t"], name: string, id: string) {
  const text = editorText();
  try {
    applyToEditor(text, edit(text, ["process_parameters", "documents", name], id));
    tell(t("documents.set", { name, id }));
  } catch (error) {
    if (!(error instanceof UneditableText)) throw error;
    tellError(t("documents.notSet", { name, id }), error);
  }
}
