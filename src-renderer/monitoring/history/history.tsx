import { ArrowDownUp, Braces, Download, ListTree, Table } from "lucide-react";
import { useMemo, useState } from "react";
import { storyKinds } from "../../../src-shared/bridge/index.ts";
import { callOrNotify, download, menuEntryOf, routeHref, useActions } from "../../app/index.ts";
import {
  Button,
  IconButton,
  Menu,
  ToggleChip,
  toggled,
  translate,
  useTranslation,
  Waiting,
} from "../../components/index.ts";
import { runAgain } from "../instance/run-again.ts";
import type { Detail } from "../types.ts";
import { lineEach, ofKinds, type StoryKind, storyOf } from "./fold-history.ts";
import { Timeline } from "./timeline.tsx";
import { isCut, type ReadHistory, useHistory } from "./use-history.ts";

/** Lines drawn at a time. */
const DRAWN = 300;

/** The complete history. */
export function WholeHistory({ instance }: { readonly instance: Detail }) {
  return <History instance={instance} history={useHistory(instance.id)} />;
}

interface Props {
  readonly instance: Detail;
  readonly history: ReadHistory;
  /** It holds only the latest events, and is shown beside other content. */
  readonly latest?: boolean;
}

/** The history, as a story or event by event; a fork can be started from each. */
export function History({ instance, history, latest = false }: Props) {
  const { t } = useTranslation();
  const [newestFirst, setNewestFirst] = useState(true);
  const [every, setEvery] = useState(false);
  const [kinds, setKinds] = useState<ReadonlySet<StoryKind>>(new Set(storyKinds));
  const [drawn, setDrawn] = useState(DRAWN);
  const lines = useMemo(() => {
    const all = every ? lineEach(history.entries) : storyOf(history.entries);
    return kinds.size === storyKinds.length ? all : ofKinds(all, kinds);
  }, [history.entries, every, kinds]);
  const shown = useMemo(() => (newestFirst ? lines.slice(-drawn) : lines.slice(0, drawn)), [lines, newestFirst, drawn]);
  return (
    <section className="panel history" aria-labelledby="history-title">
      <header className="panel-head">
        <h2 id="history-title">{t("common.history")}</h2>
        <span className="panel-actions">
          <IconButton
            icon={ListTree}
            label={t(every ? "history.asStory" : "history.everyEvent")}
            onClick={() => setEvery(!every)}
          />
          <IconButton
            icon={ArrowDownUp}
            label={t(newestFirst ? "instance.oldestFirst" : "instance.newestFirst")}
            onClick={() => setNewestFirst(!newestFirst)}
          />
          <ExportHistory instance={instance} />
        </span>
      </header>
      {!latest && (
        <fieldset className="chips history-kinds">
          <legend className="visually-hidden">{t("history.show")}</legend>
          {storyKinds.map((kind) => (
            <ToggleChip key={kind} pressed={kinds.has(kind)} onToggle={() => setKinds(toggled(kinds, kind))}>
              {t(`history.kind.${kind}`)}
            </ToggleChip>
          ))}
        </fieldset>
      )}
      <Waiting of={history} title={t("instance.historyFailed")} rows={4} />
      {!history.loading && lines.length === 0 && <p className="soft">{t("history.none")}</p>}
      {shown.length > 0 && (
        <Timeline
          lines={shown}
          timeZone={instance.timeZone}
          newestFirst={newestFirst}
          runId={instance.id}
          onAgain={({ seq }) => void runAgain(instance.id, seq)}
        />
      )}
      {shown.length < lines.length && (
        <Button onClick={() => setDrawn(drawn + DRAWN)}>{t("history.more", { count: lines.length - drawn })}</Button>
      )}
      {latest && isCut(history) && (
        <a href={routeHref("instances", instance.id, { tab: "history" })}>{t("history.whole")}</a>
      )}
    </section>
  );
}

const FORMATS = [
  ["csv", Table],
  ["jsonl", Braces],
] as const;
/** Saves the history as a file, or reports why it cannot. */
async function exportHistory(id: string, format: "csv" | "jsonl"): Promise<void> {
  const made = await callOrNotify(translate("export.failed"), "instances.export", { id, format });
  if (made) download(made.address);
}

function ExportHistory({ instance }: { readonly instance: Detail }) {
  const { t } = useTranslation();
  const exports = FORMATS.map(([format, icon]) => ({
    id: `history.${format}`,
    icon,
    title: t(`instance.export.${format}`),
    group: t("common.run"),
    detail: t(`instance.export.${format}Text`),
    run: () => void exportHistory(instance.id, format),
  }));
  useActions(exports);
  return (
    <Menu
      trigger={<IconButton icon={Download} label={t("instance.export.label")} />}
      entries={exports.map(({ detail, ...action }) => ({ ...menuEntryOf(action), detail }))}
    />
  );
}
