import { CloudOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useHost } from "./host.ts";

/** Shown while the host cannot be reached. */
export function ConnectionBar() {
  const { t } = useTranslation();
  const connected = useHost((state) => state.connected);
  return (
    <div role="status" aria-live="polite">
      {connected === false && (
        <p className="connection-bar">
          <CloudOff className="icon" aria-hidden />
          {t("connection.away")}
        </p>
      )}
    </div>
  );
}
