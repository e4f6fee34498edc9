import { ArrowUpRight } from "lucide-react";
import { useEffect } from "react";
import { Button } from "../frame/parts.tsx";
import { isFramed } from "../session/framed.ts";
import { usePageState, useSession } from "../session/session.ts";
import { useTranslation } from "../session/texts.ts";

/** Long enough to read that the act worked, and to stay; the url never delays anything [G15]. */
const LEAVE_AFTER_MS = 4000;

/**
 * Offers the stage's `redirect-to`, and follows it right after the act that finished the participant's part [G15]. In a
 * frame of the wall it waits for a click, which opens a new tab.
 */
export function Redirect({ url }: { readonly url: string | null }) {
  const { t } = useTranslation();
  const { stay } = useSession();
  const leavingFor = usePageState((state) => (isFramed() ? null : state.leavingFor));
  useEffect(() => {
    if (leavingFor === null) return;
    const timer = window.setTimeout(() => window.location.assign(leavingFor), LEAVE_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [leavingFor]);
  if (url === null) return null;
  const host = new URL(url).host;
  return (
    <section className="card redirect">
      <div>
        <h2>{t("overview.redirectTitle", { host })}</h2>
        <p role="status">{leavingFor === null ? t("overview.redirectText") : t("overview.redirectSoon", { host })}</p>
      </div>
      <div className="buttons">
        {leavingFor !== null && <Button onClick={stay}>{t("overview.redirectStay")}</Button>}
        <a className="button button-primary" href={url} {...(isFramed() && { target: "_blank", rel: "noreferrer" })}>
          {t("overview.redirectGo")}
          <ArrowUpRight className="icon" aria-hidden />
        </a>
      </div>
    </section>
  );
}
