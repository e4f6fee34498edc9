import { CloudOff, Eye, FolderX, KeyRound } from "lucide-react";
import { Button, EmptyState, useTranslation } from "../../components/index.ts";
import { useHost } from "../connection/host.ts";

/** Shown over every view of a read-only workspace. */
export function LookingBar() {
  const { t } = useTranslation();
  const readOnly = useHost((state) => state.workspace?.readOnly ?? false);
  if (!readOnly) return null;
  return (
    <p className="connection-bar" role="status">
      <Eye className="icon" aria-hidden />
      {t("connection.looking")}
    </p>
  );
}

/** Shown over every view while the workspace's folder is not where it was opened: nothing that is done now is kept. */
export function MovedBar() {
  const { t } = useTranslation();
  const moved = useHost((state) => state.workspace?.moved ?? false);
  const folder = useHost((state) => state.workspace?.folder ?? "");
  return (
    <div role="alert">
      {moved && (
        <p className="connection-bar">
          <FolderX className="icon" aria-hidden />
          {t("connection.moved", { folder })}
        </p>
      )}
    </div>
  );
}

/** Shown while the host cannot be reached. */
export function ConnectionBar() {
  const { t } = useTranslation();
  const connected = useHost((state) => state.connected);
  const refused = useHost((state) => state.failure?.code === "insufficient_privileges");
  return (
    <div role="status" aria-live="polite">
      {connected === false && (
        <p className="connection-bar">
          <CloudOff className="icon" aria-hidden />
          {t(refused ? "connection.refused" : "connection.away")}
          {refused && <Button onClick={reload}>{t("common.tryAgain")}</Button>}
        </p>
      )}
    </div>
  );
}

/** In the app's place where a page was opened without a key that holds: nothing of the workspace can be shown. */
export function NoKey() {
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
