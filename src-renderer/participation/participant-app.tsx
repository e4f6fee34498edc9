import { useEffect, useRef } from "react";
import { useHash } from "../components/basics/use-hash.ts";
import { DocumentView } from "./documents/document-view.tsx";
import { AuthenticateView } from "./overview/authenticate-view.tsx";
import { LoadingView, LostView, UnavailableView } from "./overview/closed-views.tsx";
import { Overview } from "./overview/overview.tsx";
import { documentOfHash } from "./session/page-address.ts";
import { type Session, SessionProvider, usePageState } from "./session/session.ts";
import { useTranslation } from "./session/texts.ts";

export function ParticipantApp({ session }: { readonly session: Session }) {
  return (
    <SessionProvider value={session}>
      <CurrentView />
    </SessionProvider>
  );
}

function CurrentView() {
  const page = usePageState((state) => state.page);
  const lost = usePageState((state) => state.lost);
  const documentId = documentOfHash(useHash());
  const document = page?.page === "overview" ? documentId : null;
  const around = useRef<HTMLDivElement>(null);
  useFocusOnNewView(around, document ?? page?.page ?? lost?.kind ?? null);
  useDocumentTitle();
  return (
    <div ref={around} className="participation">
      {page === null && lost === null && <LoadingView />}
      {page === null && lost !== null && <LostView problem={lost} />}
      {page?.page === "unavailable" && <UnavailableView page={page} />}
      {page?.page === "authenticate" && <AuthenticateView page={page} />}
      {page?.page === "overview" && document === null && <Overview page={page} />}
      {page?.page === "overview" && document !== null && (
        <DocumentView key={document} page={page} documentId={document} />
      )}
    </div>
  );
}

/**
 * The new view's heading takes the focus, so that screen readers and the Tab key start there; never for the first view.
 */
function useFocusOnNewView(around: React.RefObject<HTMLElement | null>, view: string | null) {
  const before = useRef(view);
  useEffect(() => {
    const previous = before.current;
    before.current = view;
    if (previous === null || previous === view) return;
    window.scrollTo(0, 0);
    around.current?.querySelector("h1")?.focus({ preventScroll: true });
  }, [around, view]);
}

function useDocumentTitle() {
  const { t } = useTranslation();
  const page = usePageState((state) => state.page);
  const title = page !== null && "title" in page ? (page.title ?? t("overview.untitled")) : null;
  const closed = page?.page === "unavailable" ? t(`closed.${page.reason}Title`) : null;
  const shown = title ?? closed;
  useEffect(() => {
    document.title = shown === null ? "Countersign" : `${shown} · Countersign`;
  }, [shown]);
}
