import { CloudOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useHost } from "./host.ts";

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
        </p>
      )}
    </div>
  );
}
