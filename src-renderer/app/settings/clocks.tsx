import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { marksShown } from "../../../src-shared/basics/index.ts";
import type { OutputOf } from "../../../src-shared/bridge/index.ts";
import { type Column, IconButton, NameDialog, useTranslation } from "../../components/index.ts";
import { host } from "../connection/host.ts";
import { usePages } from "../connection/use-pages.ts";
import { useTime } from "../language/use-time.ts";
import { routeHref } from "../navigation/route.ts";
import { callOrNotify, notify } from "../notices/notify.ts";
import { LongTable } from "./settings-parts.tsx";

type Clock = OutputOf<"clocks.list">["items"][number];

const LONGEST_NAME = 100;

/** Every virtual clock, newest first; one that no run follows can be removed (law 4). */
export function Clocks() {
  const { t } = useTranslation();
  const [renaming, setRenaming] = useState<Clock | null>(null);
  const rename = async (id: string, name: string) => {
    const answer = await host.call("clocks.rename", { id, name });
    return answer.ok ? null : answer.error.message;
  };
  return (
    <>
      <LongTable
        title={t("clocks.title")}
        hint={t("clocks.hint")}
        pages={usePages("clocks.list", {}, ["clock", "instance"])}
        failed={t("clocks.failed")}
        none={t("clocks.none")}
        table="clocks"
        columns={useColumns(setRenaming)}
        rowKey={({ id }) => id}
      />
      {renaming && (
        <NameDialog
          title={t("clocks.renameTitle")}
          label={t("common.name")}
          value={renaming.name}
          done={t("common.rename")}
          maxLength={LONGEST_NAME}
          onDone={(name) => rename(renaming.id, name)}
          onClose={() => setRenaming(null)}
        />
      )}
    </>
  );
}

function useColumns(onRename: (clock: Clock) => void): readonly Column<Clock>[] {
  const { t } = useTranslation();
  const time = useTime();
  const nameOf = ({ name, served }: Clock) =>
    [name || t("common.untitled"), ...(served ? [t("clocks.served")] : [])].join(" · ");
  return [
    {
      ...{ key: "name", header: t("common.name"), track: "minmax(8rem, 2fr)", always: true },
      text: nameOf,
      cell: (clock) => <span title={marksShown(nameOf(clock))}>{marksShown(nameOf(clock))}</span>,
    },
    {
      ...{ key: "now", header: t("clocks.stands"), track: "10rem", zone: time.timeZone },
      text: ({ now }) => time.dateTime(now),
      cell: ({ now }) => time.dateTime(now),
    },
    {
      ...{ key: "runs", header: t("nav.instances"), track: "6rem" },
      text: ({ runs }) => String(runs),
      cell: ({ id, runs }) =>
        runs === 0 ? (
          <span className="soft">{t("clocks.count", { count: 0 })}</span>
        ) : (
          <a href={routeHref("instances", null, { clock: id })}>{t("clocks.count", { count: runs })}</a>
        ),
    },
    {
      ...{ key: "tools", header: t("common.change"), track: "4.5rem", hiddenHeader: true, always: true },
      cell: (clock) => <ClockTools clock={clock} onRename={() => onRename(clock)} />,
    },
  ];
}

function ClockTools({ clock, onRename }: { readonly clock: Clock; readonly onRename: () => void }) {
  const { t } = useTranslation();
  const { id, runs, served } = clock;
  const taken = runs > 0 ? t("clocks.used", { count: runs }) : served ? t("clocks.servedStays") : null;
  const name = clock.name || t("common.untitled");
  const remove = async () => {
    if (await callOrNotify(t("clocks.removeFailed"), "clocks.remove", { id })) {
      notify(t("clocks.removed", { name }));
    }
  };
  return (
    <span className="row-tools">
      <IconButton icon={Pencil} writes label={t("clocks.rename", { name })} onClick={onRename} />
      <IconButton
        icon={Trash2}
        writes
        label={t("clocks.remove", { name })}
        blocked={taken}
        onClick={() => void remove()}
      />
    </span>
  );
}
