import { FlaskConical } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import type { OverviewPage, PageDocument, WireSignature } from "../../../src-shared/service/index.ts";
import { useBusy } from "../../components/basics/use-busy.ts";
import { Check } from "../../components/controls/inputs.tsx";
import { firstIn } from "../../components/dialogs/first-field.ts";
import { Button, ProblemText } from "../frame/parts.tsx";
import { Sheet } from "../frame/sheet.tsx";
import type { Problem } from "../session/api.ts";
import { useSession } from "../session/session.ts";
import { coverable, mustAuthenticate, type Verb } from "../session/situation.ts";
import { useTranslation } from "../session/texts.ts";
import { Authentication } from "./authentication.tsx";
import { SignaturePad } from "./signature-pad.tsx";
import "./acts.css";

interface ActProps {
  readonly verb: Verb;
  readonly page: OverviewPage;
  /** At least one. */
  readonly documents: readonly PageDocument[];
}

/** Signs or approves documents, each confirmed by name, after an authentication if one is required [U1]. */
export function ActDialog({
  open,
  onClose,
  verb,
  page,
  documents,
}: ActProps & { readonly open: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [expired, setExpired] = useState(false);
  const asks = documents.some(({ document_id }) => mustAuthenticate(page, document_id));
  const form = useFocusAfter(asks);
  return (
    <Sheet open={open} onClose={onClose} title={titleOf(documents, verb, t)}>
      {expired && asks && (
        <p className="problem" role="alert">
          {t("auth.expired")}
        </p>
      )}
      {asks && <AuthenticateFirst page={page} documents={documents} />}
      {/* Kept during a second authentication: a signature is drawn once. */}
      <div ref={form} tabIndex={-1} hidden={asks}>
        <ActForm {...{ verb, page, documents, onClose }} onExpired={() => setExpired(true)} />
      </div>
    </Sheet>
  );
}

function titleOf(documents: ActProps["documents"], verb: Verb, t: ReturnType<typeof useTranslation>["t"]): string {
  const [document, ...more] = documents;
  if (document === undefined || more.length > 0) return t(`${verb}.titleMany`, { count: documents.length });
  return t(`${verb}.title`, { title: document.title });
}

/** Takes the focus when `asked` ends: the focused element is gone, and the keyboard would start again from the top. */
function useFocusAfter(asked: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(asked);
  useLayoutEffect(() => {
    if (before.current && !asked) (firstIn(place.current) ?? place.current)?.focus();
    before.current = asked;
  }, [asked]);
  return place;
}

function AuthenticateFirst({ page, documents }: Omit<ActProps, "verb">) {
  const { t } = useTranslation();
  const { reload } = useSession();
  const need = page.sign_authentication;
  // Fixed while the dialog is open: the attempt covers the documents named at its start.
  const [covers] = useState(() => coverable(page, documents[0]?.document_id ?? ""));
  if (need === null) return null;
  return (
    <section className="stack">
      <h3>{t("auth.signTitle")}</h3>
      <p>{t("auth.signText")}</p>
      <ul className="covers">
        {covers.map(({ document_id, title }) => (
          <li key={document_id}>{title}</li>
        ))}
      </ul>
      <Authentication
        kind="sign"
        need={need}
        documents={covers.map(({ document_id }) => document_id)}
        onSuccess={reload}
      />
    </section>
  );
}

interface ActFormProps extends ActProps {
  readonly onClose: () => void;
  readonly onExpired: () => void;
}

function ActForm({ verb, page, documents, onClose, onExpired }: ActFormProps) {
  const { t } = useTranslation();
  const { api, acted, adopt } = useSession();
  const [signature, setSignature] = useState<WireSignature | null>(null);
  const isOne = documents.length === 1;
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const chosen = isOne ? documents : documents.filter(({ document_id }) => ticked.includes(document_id));
  const lacks = chosen.length === 0 ? "document" : verb === "sign" && signature === null ? "signature" : null;
  const { busy, unlessBusy } = useBusy();
  const [missing, setMissing] = useState<typeof lacks>(null);
  const [problem, setProblem] = useState<Problem | null>(null);

  /** One after the other: the first refusal ends it; the acts before it are done. */
  const actOnAll = async (): Promise<Problem | null> => {
    const done = verb === "sign" ? "signed" : "approved";
    for (const [at, { document_id: id, title }] of chosen.entries()) {
      const answer = signature !== null && verb === "sign" ? await api.sign(id, signature) : await api.approve(id);
      if (answer.ok && at < chosen.length - 1) continue;
      const refused = await acted(answer, { kind: done, title, count: chosen.length });
      if (refused !== null) return refused;
    }
    return null;
  };

  const send = async () => {
    const refused = await actOnAll();
    if (refused === null && signature !== null) adopt(signature);
    setProblem(refused);
    if (refused?.kind === "authentication_required") onExpired();
    if (refused === null) onClose();
  };
  const submit = (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    setMissing(lacks === null || goToFault(event.currentTarget) ? null : lacks);
    if (lacks === null) void unlessBusy(send);
  };
  return (
    <form className="act-form" onSubmit={submit}>
      {!isOne && <Chosen {...{ documents, ticked }} label={t(`${verb}.which`)} onChange={setTicked} />}
      {verb === "sign" && <SignaturePad onChange={setSignature} signer={page.participant} />}
      <p className="statement">{t(isOne ? `${verb}.statement` : `${verb}.statementMany`)}</p>
      <p className="hint">
        <FlaskConical className="icon" aria-hidden />
        {t("sign.rehearsal")}
      </p>
      <p className="problem" role="alert">
        {missing !== null && missing === lacks && t(missing === "document" ? "act.chooseOne" : "sign.needed")}
      </p>
      <ProblemText problem={problem} />
      <div className="dialog-foot">
        {/* Acts cannot be undone: without fields to fill in, one Enter too many must not submit. */}
        <Button data-focus-first onClick={onClose}>
          {t("common.cancel")}
        </Button>
        <Button look="primary" type="submit" busy={busy}>
          {isOne ? t(`${verb}.confirm`) : t(`${verb}.confirmMany`, { count: chosen.length })}
        </Button>
      </div>
    </form>
  );
}

/** Focuses the first invalid field, else the first field. @returns whether a field is invalid */
function goToFault(form: HTMLFormElement): boolean {
  const wrong = form.querySelector<HTMLElement>("[aria-invalid=true]");
  (wrong ?? firstIn(form))?.focus();
  return wrong !== null;
}

interface ChosenProps extends Pick<ActProps, "documents"> {
  readonly label: string;
  readonly ticked: readonly string[];
  readonly onChange: (ticked: readonly string[]) => void;
}

/** A checkbox for each document: "I have read it". */
function Chosen({ documents, label, ticked, onChange }: ChosenProps) {
  return (
    <fieldset className="chosen">
      <legend>{label}</legend>
      {documents.map(({ document_id: id, title }) => (
        <Check
          key={id}
          checked={ticked.includes(id)}
          onChange={(checked) => onChange(checked ? [...ticked, id] : ticked.filter((other) => other !== id))}
        >
          {title}
        </Check>
      ))}
    </fieldset>
  );
}
