import { CircleDashed, CloudOff, FolderOpen, LockKeyhole, PlugZap } from "lucide-react";
import { useTranslation } from "../../components/index.ts";
import { SyncStatus } from "../../syncing/index.ts";
import { ShortcutsButton } from "../actions/shortcuts-dialog.tsx";
import { useHost } from "../connection/host.ts";

const CONNECTION = { yes: PlugZap, no: CloudOff, unknown: CircleDashed } as const;

export function StatusBar() {
  const { t } = useTranslation();
  const { connected, workspace } = useHost();
  const state = connected === null ? "unknown" : connected ? "yes" : "no";
  const Icon = CONNECTION[state];
  return (
    <footer className="status-bar">
      <h2 className="visually-hidden">{t("common.status")}</h2>
      <span className="status-item truncate" title={workspace?.folder}>
        <FolderOpen className="icon" aria-hidden />
        {workspace?.name ?? "…"}
      </span>
      <span className={`status-item ${state === "no" ? "tone-bad" : ""}`}>
        <Icon className="icon" aria-hidden />
        {t(`connection.${state}`)}
      </span>
      <SyncStatus />
      <span className="status-item status-private">
        <LockKeyhole className="icon" aria-hidden />
        {t("statusBar.private")}
      </span>
      <ShortcutsButton />
      <span className="status-item status-version">{workspace?.version}</span>
    </footer>
  );
}
