import { useMemo } from "react";
import { byteSize, dateSecond, dateTime, duration, relativeTime, useTranslation } from "../../components/index.ts";
import { useHost } from "../connection/host.ts";

/** The time functions in the reader's language and the workspace's zone (or the run's own). */
export function useTime(zone?: string) {
  const { i18n } = useTranslation();
  const workspaceZone = useHost((state) => state.workspace?.timeZone) ?? "UTC";
  const timeZone = zone ?? workspaceZone;
  const language = i18n.language;
  return useMemo(
    () => ({
      timeZone,
      relative: (instant: number, now: number) => relativeTime(instant, now, language),
      dateTime: (instant: number) => dateTime(instant, language, timeZone),
      dateSecond: (instant: number) => dateSecond(instant, language, timeZone),
      duration: (milliseconds: number) => duration(milliseconds, language),
      byteSize: (bytes: number) => byteSize(bytes, language),
    }),
    [language, timeZone],
  );
}
