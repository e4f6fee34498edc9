import { ArrowDownUp, Braces, Download, Table } from "lucide-react";
import { useState } from "react";
import { callOrNotify, download, menuEntryOf, useActions } from "../../app/index.ts";
import { IconButton, Menu, translate, useTranslation, Waiting } from "../../components/index.ts";
import { runAgain } from "../instance/run-again.ts";
import type { Detail } from "../types.ts";
import { Timeline } from "./timeline.tsx";
import { useHistory } from "./use-history.ts";

/** All that has happened; from each event the flow can be run again. */
export function History({ instance }: { readonly instance: Detail }) {
  const { t } = useTranslation();
  const history = useHistory(instance.id);
  const [newestFirst, setNewestFirst] = useState(true);
  return (
    <section className="panel history" aria-labelledby="history-title">
      <header className="panel-head">
        <h2 id="history-title">{t("common.history")}</h2>
        <span className="panel-actions">
          <IconButton
            icon={ArrowDownUp}
            label={t(newestFirst ? "instance.oldestFirst" : "instance.newestFirst")}
            onClick={() => setNewestFirst(!newestFirst)}
          />
          <ExportHistory instance={instance} />
        </span>
      </header>
      <Waiting of={history} title={t("instance.historyFailed")} rows={4} />
      <Timeline
        entries={history.entries}
        timeZone={instance.timeZone}
        newestFirst={newestFirst}
        onAgain={({ seq }) => void runAgain(instance.id, seq)}
      />
    </section>
  );
}

const FORMATS = [
  ["csv", Table],
  ["jsonl", Braces],
] as const;

/** Saves the history as a file; where that cannot be done, says why. */
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
