import { GitCompareArrows } from "lucide-react";
import { routeHref, useSentence, useTime } from "../../app/index.ts";
import { Pill, Status, Tip, useTranslation } from "../../components/index.ts";
import type { Detail } from "../types.ts";

/** The forks of this run, each with links to it and to the differences [C5]. */
export function ForkList({ instance }: { readonly instance: Detail }) {
  const { t } = useTranslation();
  const sentence = useSentence(useTime(instance.timeZone));
  const { items, more } = instance.forks;
  if (items.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="forks-title">
      <h2 id="forks-title">{t("fork.list")}</h2>
      <ul className="stack fork-list">
        {items.map((fork) => {
          const event = sentence(fork);
          return (
            <li key={fork.id}>
              <a href={routeHref("instances", fork.id)}>{t("fork.named", { number: fork.number, event })}</a>
              <span className="fork-state">
                <Status status={fork.status} />
                {fork.trashed && <Pill tone="wait">{t("common.inTrash")}</Pill>}
              </span>
              <Tip text={t("common.compare")}>
                <a
                  className="icon-button"
                  href={routeHref("instances", instance.id, { with: fork.id })}
                  aria-label={t("fork.compareWith", { number: fork.number, event })}
                >
                  <GitCompareArrows className="icon" aria-hidden />
                </a>
              </Tip>
            </li>
          );
        })}
      </ul>
      {more && <p className="soft">{t("fork.more", { count: items.length })}</p>}
    </section>
  );
}
