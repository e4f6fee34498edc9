import { CalendarX2, CloudOff, FileX2, Link2Off, type LucideIcon, UserRoundX } from "lucide-react";
import type { UnavailablePage } from "../../../src-shared/service/index.ts";
import { Frame } from "../frame/frame.tsx";
import { Button, useProblemText, ViewTitle } from "../frame/parts.tsx";
import type { Problem } from "../session/api.ts";
import { useSession } from "../session/session.ts";
import { useTranslation } from "../session/texts.ts";
import "../../components/layout/states.css";
import "./closed-views.css";

/** The outline of the page while its first answer loads. */
export function LoadingView() {
  const { t } = useTranslation();
  return (
    <Frame>
      <div className="page-loading" role="status">
        <span className="visually-hidden">{t("common.loading")}</span>
        <span className="loading-row" />
        <span className="loading-row" />
        <span className="loading-row" />
      </div>
    </Frame>
  );
}

const GONE: Readonly<Record<UnavailablePage["reason"], LucideIcon>> = { trashed: FileX2, expired: CalendarX2 };

/** [G11] [G13] */
export function UnavailableView({ page }: { readonly page: UnavailablePage }) {
  const { t } = useTranslation();
  return (
    <ClosedView icon={GONE[page.reason]} title={t(`closed.${page.reason}Title`)}>
      <p>{t(`closed.${page.reason}Text`)}</p>
    </ClosedView>
  );
}

const LOOKS: Readonly<
  Partial<Record<Problem["kind"], readonly [LucideIcon, "session" | "trashed" | "link" | "author" | "offline"]>>
> = {
  invalid_authorisation: [Link2Off, "session"],
  // The run was deleted: participants see the same as for the trash.
  resource_not_found: [FileX2, "trashed"],
  endpoint_not_found: [Link2Off, "link"],
  insufficient_privileges: [UserRoundX, "author"],
  offline: [CloudOff, "offline"],
};

/** The page's own view when the service delivers none. */
export function LostView({ problem }: { readonly problem: Problem }) {
  const { t } = useTranslation();
  const words = useProblemText();
  const { reload } = useSession();
  const look = LOOKS[problem.kind];
  if (look === undefined) {
    return (
      <ClosedView icon={CloudOff} title={t("problem.title")}>
        <p>{words(problem)}</p>
        <Button onClick={() => void reload()}>{t("common.tryAgain")}</Button>
      </ClosedView>
    );
  }
  const [icon, name] = look;
  return (
    <ClosedView icon={icon} title={t(`closed.${name}Title`)}>
      <p>{t(`closed.${name}Text`)}</p>
      {name === "offline" && <Button onClick={() => void reload()}>{t("common.tryAgain")}</Button>}
    </ClosedView>
  );
}

interface ClosedViewProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children: React.ReactNode;
}

function ClosedView({ icon: Icon, title, children }: ClosedViewProps) {
  return (
    <Frame>
      <section className="card closed-view">
        <span className="closed-icon">
          <Icon className="icon" aria-hidden />
        </span>
        <ViewTitle>{title}</ViewTitle>
        {children}
      </section>
    </Frame>
  );
}
