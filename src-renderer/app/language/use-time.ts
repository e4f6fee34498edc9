import { useMemo } from "react";
import { timesIn, useTranslation } from "../../components/index.ts";
import { useHost } from "../connection/host.ts";

/** The time functions in the reader's language and the workspace's zone (or the run's own). */
export function useTime(zone?: string) {
  const { language } = useTranslation().i18n;
  const workspaceZone = useHost((state) => state.workspace?.timeZone) ?? "UTC";
  return useMemo(() => timesIn(language, zone ?? workspaceZone), [language, zone, workspaceZone]);
}
