import {
  BellRing,
  CalendarX,
  ChevronDown,
  Clock,
  type LucideIcon,
  Mail,
  SkipForward,
  Stamp,
  Trash2,
  Webhook,
} from "lucide-react";
import { useState } from "react";
import { useTime } from "../../app/index.ts";
import { IconButton, useTranslation } from "../../components/index.ts";
import type { Detail } from "../types.ts";
import { type Due, dueName, gatherCallbacks, type Several, waitName, waitsForStep } from "./due-rows.ts";
import { useAdvance } from "./use-advance.ts";
import "./clock.css";

const ICONS: Readonly<Record<Due["kind"], LucideIcon>> = {
  time_out: CalendarX,
  reminder: BellRing,
  callback: Webhook,
  mail: Mail,
  seal: Stamp,
  retention: Trash2,
  unknown: Clock,
};

/** The history is below, so a long list of due items shows only its beginning. */
const SHOWN = 8;

/** Scheduled items, next first; on a clock of the run's own, each with the way to get there [C6]. */
export function DueList({ instance }: { readonly instance: Detail }) {
  const { t } = useTranslation();
  const [whole, setWhole] = useState(false);
  const all = gatherCallbacks(instance.due);
  const more = all.length - SHOWN;
  const folds = more > 1;
  const rows = folds && !whole ? all.slice(0, SHOWN) : all;
  return (
    <section className="panel" aria-labelledby="due-title">
      <h2 id="due-title">{t("instance.due")}</h2>
      {instance.due.length === 0 && <p className="soft">{t("clock.nothingDue")}</p>}
      <ul className="stack due-list">
        {rows.map((row) =>
          "kind" in row ? (
            <Item key={row.id} instance={instance} item={row} />
          ) : (
            <Callbacks key="callbacks" instance={instance} items={row} />
          ),
        )}
      </ul>
      {folds && (
        <button type="button" className="due-more" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? t("due.fewer") : t("due.more", { count: more })}
          <ChevronDown className="icon" aria-hidden />
        </button>
      )}
    </section>
  );
}

/** A receiver that is down leaves many attempts due: they share one row that expands. */
function Callbacks({ instance, items }: { readonly instance: Detail; readonly items: Several }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [next] = items;
  return (
    <>
      <li>
        <Webhook className="icon" aria-hidden />
        <div className="due-words">
          <button type="button" className="due-more" aria-expanded={open} onClick={() => setOpen(!open)}>
            <span className="truncate">{t("due.callbacks", { count: items.length })}</span>
            <ChevronDown className="icon" aria-hidden />
          </button>
          <At instance={instance} item={next} />
        </div>
        <When instance={instance} item={next} />
      </li>
      {open && items.map((item) => <Item key={item.id} instance={instance} item={item} />)}
    </>
  );
}

function Item({ instance, item }: { readonly instance: Detail; readonly item: Due }) {
  const Icon = ICONS[item.kind];
  return (
    <li>
      <Icon className="icon" aria-hidden />
      <div className="due-words">
        <span>{dueName(item)}</span>
        {item.waits === null ? (
          <At instance={instance} item={item} />
        ) : (
          <span className="soft">{waitName(item.waits)}</span>
        )}
      </div>
      <When instance={instance} item={item} />
    </li>
  );
}

/** The day and the time of day: "tomorrow" covers everything between two midnights. */
function At({ instance, item }: { readonly instance: Detail; readonly item: Due }) {
  const time = useTime(instance.timeZone);
  return item.wall ? null : <span className="soft due-at">{time.dateTime(item.at)}</span>;
}

function When({ instance, item }: { readonly instance: Detail; readonly item: Due }) {
  const { t } = useTranslation();
  const time = useTime(instance.timeZone);
  const { busy, advance } = useAdvance(instance);
  // The name of the item already says so.
  if (waitsForStep(item)) return null;
  return (
    <>
      <span className="soft">
        {item.wall || item.waits !== null ? t("due.byItself") : time.relative(item.at, instance.clock.now)}
      </span>
      {instance.clock.virtual && !item.wall && item.kind !== "unknown" && (
        <IconButton
          icon={SkipForward}
          label={t("clock.goTo", { what: dueName(item) })}
          aria-busy={busy}
          writes
          onClick={() => advance({ to: item.at })}
        />
      )}
    </>
  );
}
