import { FlaskConical } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import type { OverviewPage, PageDocument, WireSignature } from "../../../src-shared/service/index.ts";
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
  readonly document: PageDocument;
}

/** Signs or approves a document, after an authentication where one is asked for [U1]. */
export function ActDialog({
  open,
  onClose,
  verb,
  page,
  document,
}: ActProps & { readonly open: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [expired, setExpired] = useState(false);
  const asks = mustAuthenticate(page, document.document_id);
  const form = useFocusAfter(asks);
  return (
    <Sheet open={open} onClose={onClose} title={t(`${verb}.title`, { title: document.title })}>
      {expired && asks && (
        <p className="problem" role="alert">
          {t("auth.expired")}
        </p>
      )}
      {asks && <AuthenticateFirst page={page} document={document} />}
      {/* Kept while a second authentication is asked for: a signature is drawn once. */}
      <div ref={form} tabIndex={-1} hidden={asks}>
        <ActForm {...{ verb, page, document, onClose }} onExpired={() => setExpired(true)} />
      </div>
    </Sheet>
  );
}

/** Takes the focus when `asked` is over: what had it is gone, and a keyboard would start again from the top. */
function useFocusAfter(asked: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(asked);
  useLayoutEffect(() => {
    if (before.current && !asked) (firstIn(place.current) ?? place.current)?.focus();
    before.current = asked;
  }, [asked]);
  return place;
}

function AuthenticateFirst({ page, document }: Omit<ActProps, "verb">) {
  const { t } = useTranslation();
  const { reload } = useSession();
  const need = page.sign_authentication;
  // Fixed while the dialog is open: the attempt covers what was named at its start.
  const [covers] = useState(() => coverable(page, document.document_id));
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

function ActForm({ verb, page, document, onClose, onExpired }: ActFormProps) {
  const { t } = useTranslation();
  const { api, acted, adopt } = useSession();
  const [signature, setSignature] = useState<WireSignature | null>(null);
  const [busy, setBusy] = useState(false);
  const [missing, setMissing] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const send = async (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    if (verb === "sign" && signature === null) {
      const wrong = event.currentTarget.querySelector<HTMLElement>("[aria-invalid=true]");
      (wrong ?? firstIn(event.currentTarget))?.focus();
      return setMissing(wrong === null);
    }
    setMissing(false);
    setBusy(true);
    const id = document.document_id;
    const refused =
      signature !== null && verb === "sign"
        ? await acted(await api.sign(id, signature), { kind: "signed", title: document.title })
        : await acted(await api.approve(id), { kind: "approved", title: document.title });
    if (refused === null && signature !== null) adopt(signature);
    setBusy(false);
    setProblem(refused);
    if (refused?.kind === "authentication_required") onExpired();
    if (refused === null) onClose();
  };
  return (
    <form className="act-form" onSubmit={(event) => void send(event)}>
      {verb === "sign" && <SignaturePad onChange={setSignature} signer={page.participant} />}
      <p className="statement">{t(`${verb}.statement`)}</p>
      <p className="hint">
        <FlaskConical className="icon" aria-hidden />
        {t("sign.rehearsal")}
      </p>
      <p className="problem" role="alert">
        {missing && signature === null && t("sign.needed")}
      </p>
      <ProblemText problem={problem} />
      <div className="dialog-foot">
        {/* Nobody takes an act back: where nothing is to be filled in, one Enter too many must not do it. */}
        <Button data-focus-first onClick={onClose}>
          {t("common.cancel")}
        </Button>
        <Button look="primary" type="submit" busy={busy}>
          {t(`${verb}.confirm`)}
        </Button>
      </div>
    </form>
  );
}
