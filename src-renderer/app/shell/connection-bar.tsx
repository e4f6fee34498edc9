import { CloudOff, Eye, FolderX, KeyRound, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Button, EmptyState, useTranslation } from "../../components/index.ts";
import { useHost } from "../connection/host.ts";

interface BarProps {
  readonly role: "status" | "alert";
  readonly icon: LucideIcon;
  readonly children: ReactNode;
}

/** A line above every view. Its region always exists, so that screen readers announce it. */
function Bar({ role, icon: Icon, children }: BarProps) {
  return (
    <div role={role}>
      {children && (
        <p className="connection-bar">
          <Icon className="icon" aria-hidden />
          {children}
        </p>
      )}
    </div>
  );
}

/** Shown over every view of a read-only workspace. */
export function ReadOnlyBar() {
  const { t } = useTranslation();
  const readOnly = useHost((state) => state.workspace?.readOnly ?? false);
  return (
    <Bar role="status" icon={Eye}>
      {readOnly && t("connection.readOnly")}
    </Bar>
  );
}

/** Shown over every view while the workspace's folder has moved: no change is saved. */
export function MovedBar() {
  const { t } = useTranslation();
  const folder = useHost(({ workspace }) => (workspace?.moved ? workspace.folder : null));
  return (
    <Bar role="alert" icon={FolderX}>
      {folder !== null && t("connection.moved", { folder })}
    </Bar>
  );
}

/** Shown while the host cannot be reached. */
export function ConnectionBar() {
  const { t } = useTranslation();
  const connected = useHost((state) => state.connected);
  const refused = useHost((state) => state.failure?.code === "insufficient_privileges");
  return (
    <Bar role="status" icon={CloudOff}>
      {connected === false && (
        <>
          {t(refused ? "connection.refused" : "connection.away")}
          {refused && <Button onClick={reload}>{t("common.tryAgain")}</Button>}
        </>
      )}
    </Bar>
  );
}

/** Replaces the app on a page without a valid key: nothing of the workspace can be shown. */
export function NoSession() {
  const { t } = useTranslation();
  return (
    <main className="no-key">
      <EmptyState icon={KeyRound} title={t("connection.noKey")}>
        <p role="alert">{t("connection.noKeyText")}</p>
        <Button onClick={reload}>{t("common.tryAgain")}</Button>
      </EmptyState>
    </main>
  );
}

const reload = () => window.location.reload();
