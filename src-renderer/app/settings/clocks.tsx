import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import type { OutputOf } from "../../../src-shared/bridge/index.ts";
import { Button, ErrorState, IconButton, Loading, NameDialog, useTranslation } from "../../components/index.ts";
import { host } from "../connection/host.ts";
import { usePages } from "../connection/use-pages.ts";
import { useTime } from "../language/use-time.ts";
import { routeHref } from "../navigation/route.ts";
import { tell, valueOrTell } from "../notices/notify.ts";

type Clock = OutputOf<"clocks.list">["items"][number];

const LONGEST_NAME = 100;

/** Every virtual clock, the newest first; one that no run follows any more can be removed (law 4). */
export function Clocks() {
  const { t } = useTranslation();
  const { timeZone } = useTime();
  const [renaming, setRenaming] = useState<Clock | null>(null);
  const pages = usePages("clocks.list", {}, ["clock", "instance"]);
  const rename = async (id: string, name: string) => {
    const answer = await host.call("clocks.rename", { id, name });
    return answer.ok ? null : answer.error.message;
  };
  return (
    <section className="settings-section">
      <header className="settings-head">
        <h2>{t("clocks.title")}</h2>
        <span className="soft">{t("common.timesOf", { zone: timeZone })}</span>
      </header>
      <p className="soft settings-hint">{t("clocks.hint")}</p>
      {pages.loading && <Loading rows={2} />}
      {pages.error && <ErrorState error={pages.error} title={t("clocks.failed")} onRetry={pages.reload} />}
      {!pages.loading && !pages.error && pages.items.length === 0 && <p>{t("clocks.none")}</p>}
      {pages.items.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className="outbound" tabIndex={0} aria-label={t("clocks.title")}>
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">{t("common.name")}</th>
                <th scope="col">{t("clocks.stands")}</th>
                <th scope="col">{t("clocks.runs")}</th>
                <th scope="col">{t("common.change")}</th>
              </tr>
            </thead>
            <tbody>
              {pages.items.map((clock) => (
                <ClockLine key={clock.id} clock={clock} onRename={() => setRenaming(clock)} />
              ))}
            </tbody>
          </table>
          {pages.hasMore && <Button onClick={pages.loadMore}>{t("common.showMore")}</Button>}
        </section>
      )}
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
    </section>
  );
}

function ClockLine({ clock, onRename }: { readonly clock: Clock; readonly onRename: () => void }) {
  const { t } = useTranslation();
  const time = useTime();
  const { id, now, runs, served } = clock;
  const taken = runs > 0 ? t("clocks.used", { count: runs }) : served ? t("clocks.servedStays") : null;
  const name = clock.name || t("common.untitled");
  const remove = async () => {
    if (valueOrTell(t("clocks.removeFailed"), await host.call("clocks.remove", { id }))) {
      tell(t("clocks.removed", { name }));
    }
  };
  return (
    <tr>
      <td className="wraps">
        {name}
        {served && <span className="soft"> · {t("clocks.served")}</span>}
      </td>
      <td className="number">{time.dateTime(now)}</td>
      <td className="number">
        {runs === 0 ? (
          <span className="soft">{t("clocks.count", { count: 0 })}</span>
        ) : (
          <a href={routeHref("instances", null, { clock: id })}>{t("clocks.count", { count: runs })}</a>
        )}
      </td>
      <td>
        <span className="settings-acts">
          <IconButton icon={Pencil} writes label={t("clocks.rename", { name })} onClick={onRename} />
          <IconButton
            icon={Trash2}
            writes
            label={t("clocks.remove", { name })}
            blocked={taken}
            onClick={() => void remove()}
          />
        </span>
      </td>
    </tr>
  );
}
