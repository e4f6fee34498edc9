import { ArrowDownUp, Braces, Download, Table } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { type AppAction, useActions } from "../app/actions.ts";
import { download } from "../app/download.ts";
import { historyLanguage } from "../app/i18n.ts";
import { IconButton } from "../components/button.tsx";
import { Menu } from "../components/menu.tsx";
import { ErrorState, Loading } from "../components/states.tsx";
import { useTime } from "../components/use-time.ts";
import { foldHistory } from "./fold-history.ts";
import { sentenceText } from "./sentence-text.ts";
import type { Detail, HistoryEntry } from "./types.ts";
import { useHistory } from "./use-history.ts";

/** All that has happened, in flow time; idle days are folded. */
export function History({ instance }: { readonly instance: Detail }) {
  const { t } = useTranslation();
  const { entries, error, loading, reload } = useHistory(instance.id);
  const [newestFirst, setNewestFirst] = useState(true);
  const time = useTime(instance.timeZone);
  const parts = useMemo(() => {
    const folded = foldHistory(entries, time.dayName);
    return newestFirst ? folded.toReversed() : folded;
  }, [entries, newestFirst, time]);
  return (
    <section className="panel history" aria-labelledby="history-title">
      <header className="panel-head">
        <h2 id="history-title">{t("instance.history")}</h2>
        <span className="panel-actions">
          <IconButton
            icon={ArrowDownUp}
            label={t(newestFirst ? "instance.oldestFirst" : "instance.newestFirst")}
            onClick={() => setNewestFirst(!newestFirst)}
          />
          <ExportHistory instance={instance} />
        </span>
      </header>
      {loading && entries.length === 0 && <Loading rows={4} />}
      {error && <ErrorState error={error} title={t("instance.historyFailed")} onRetry={reload} />}
      <ol className="timeline">
        {parts.map((part) =>
          part.kind === "gap" ? (
            <li key={`gap ${part.before.seq}`} className="timeline-gap">
              {t("instance.idle", { duration: time.duration(part.length) })}
            </li>
          ) : (
            <Entry key={part.entry.seq} entry={part.entry} time={time} />
          ),
        )}
      </ol>
    </section>
  );
}

function Entry({ entry, time }: { readonly entry: HistoryEntry; readonly time: ReturnType<typeof useTime> }) {
  const { i18n } = useTranslation();
  return (
    <li className="timeline-entry" data-type={entry.type}>
      <span>{sentenceText(entry, historyLanguage(i18n.language), time.dateTime)}</span>
      <time className="soft" dateTime={new Date(entry.at).toISOString()}>
        {time.dateTime(entry.at)}
      </time>
    </li>
  );
}

const FORMATS = [
  ["csv", Table],
  ["jsonl", Braces],
] as const;

/** Saves the history as a file, from the app's own address. */
function ExportHistory({ instance }: { readonly instance: Detail }) {
  const { t } = useTranslation();
  const exports = useMemo(
    () =>
      FORMATS.map(([format, icon]) => ({
        id: `history.${format}`,
        icon,
        title: t(`instance.export.${format}`),
        group: t("instance.title"),
        detail: t(`instance.export.${format}Text`),
        run: () => download(`/bridge/files/histories/${encodeURIComponent(instance.id)}.${format}`),
      })),
    [t, instance.id],
  );
  useActions(exports satisfies readonly AppAction[]);
  return (
    <Menu
      trigger={<IconButton icon={Download} label={t("instance.export.label")} />}
      entries={exports.map(({ title, ...entry }) => ({ ...entry, label: title }))}
    />
  );
}
