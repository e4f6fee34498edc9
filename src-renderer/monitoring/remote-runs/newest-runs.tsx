import { marksShown } from "../../../src-shared/basics/index.ts";
import type { InputOf } from "../../../src-shared/bridge/index.ts";
import { routeHref, useCall, useRunNames } from "../../app/index.ts";
import { Pill, type Translate, useTranslation } from "../../components/index.ts";
import { RemoteStatus } from "./remote-status.tsx";
import "./newest-runs.css";

/** Most names in a row; the run's page has them all. */
const NAMED = 6;

function firstOf(t: Translate, names: readonly string[]): string {
  const more = names.length - NAMED;
  const first = names.slice(0, NAMED).join(", ");
  return more > 0 ? `${first} ${t("common.more", { count: more })}` : first;
}

interface Props {
  /** The search and filters of the list below. */
  readonly wanted: InputOf<"sync.newest.list">;
}

/** The newest runs on accounts, shown above and apart from local simulated runs: they write to real people [Y12]. */
export function NewestRuns({ wanted }: Props) {
  const { t } = useTranslation();
  const { which } = useRunNames();
  const { items, counts } = useCall("sync.newest.list", wanted, ["account"]).value ?? { items: [], counts: [] };
  if (counts.length === 0) return null;
  return (
    <section className="newest-runs" aria-label={t("remoteRuns.onAccounts")}>
      <h2>
        {t("remoteRuns.onAccounts")}
        {counts.map(({ name, count }) => (
          <a key={name} href={routeHref("instances", null, { account: name })}>
            {t("instances.onAccount", { count, name })}
          </a>
        ))}
      </h2>
      <ul hidden={items.length === 0}>
        {items.map((item) => (
          <li key={item.key}>
            <Pill tone="info">{t("remoteRuns.on", { name: item.account })}</Pill>
            <a className="row-link" href={routeHref("instances", null, { account: item.account, run: item.key })}>
              {marksShown(item.title || t("common.untitled"))} <span className="soft">{which(item)}</span>
            </a>
            <RemoteStatus state={item.state} status={item.status} />
            <span className="soft">{marksShown(firstOf(t, item.waitingFor))}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
