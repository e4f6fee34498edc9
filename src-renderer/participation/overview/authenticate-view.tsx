import { ShieldCheck } from "lucide-react";
import type { AuthenticatePage } from "../../../src-shared/service/index.ts";
import { Authentication } from "../acts/authentication.tsx";
import { Frame } from "../frame/frame.tsx";
import { ViewTitle } from "../frame/parts.tsx";
import { useSession } from "../session/session.ts";
import { useTranslation } from "../session/texts.ts";

/** The link is valid, but the sender requires authentication to open the page [U1]. */
export function AuthenticateView({ page }: { readonly page: AuthenticatePage }) {
  const { t } = useTranslation();
  const { reload } = useSession();
  return (
    <Frame>
      <section className="card authenticate">
        <span className="authenticate-icon">
          <ShieldCheck className="icon" aria-hidden />
        </span>
        <ViewTitle>{t("auth.viewTitle")}</ViewTitle>
        <p className="lead">{reason()}</p>
        <Authentication kind="view" need={page.authentication} documents={[]} onSuccess={reload} />
      </section>
    </Frame>
  );

  function reason(): string {
    const { author, title } = page;
    if (page.authentication.archived) return t("auth.archivedText", { author });
    return title === null ? t("auth.viewTextUntitled", { author }) : t("auth.viewText", { author, title });
  }
}
