import { marksShown } from "../../../src-shared/basics/index.ts";
import { sentBeside } from "../../../src-shared/sync/index.ts";
import { useTranslation } from "../../components/index.ts";
import type { SyncReport } from "../types.ts";
import { AllBox, usePlanFilter } from "./plan-filter.tsx";
import type { Ticking } from "./plan-requests.tsx";

/** What cannot be taken out here: what is new comes in, and a conflict is settled first. */
const FIXED: ReadonlySet<string> = new Set(["new", "conflict"]);

/** What a sync takes from there, by title; what is not new can be taken out. */
export function PlanIncoming({
  planned,
  incoming,
  without,
  onToggle,
  onToggleAll,
}: Pick<Ticking, "without" | "onToggle" | "onToggleAll"> & Pick<SyncReport, "planned" | "incoming">) {
  const { t, i18n } = useTranslation();
  const beside = sentBeside(planned, incoming);
  const rows = incoming.map((one) => {
    const title = marksShown(one.title || t("common.untitled"));
    return { ...one, title, words: `${t(`sync.planHow.${one.how}`)}: ${title}`, isFixed: FIXED.has(one.how) };
  });
  const { compare } = new Intl.Collator(i18n.language, { numeric: true });
  // The answers of the service came in any order.
  rows.sort((one, other) => compare(one.title, other.title));
  const { found, drawn, filter, below } = usePlanFilter("flows", rows, ({ words }) => words);
  const keys = found.flatMap(({ draft, isFixed }) => (isFixed ? [] : draft));
  return (
    <section className="account-part" aria-label={t("sync.planHere")}>
      <h3>{t("sync.planHere")}</h3>
      {filter}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="plan-requests" tabIndex={0} aria-label={t("sync.planHere")}>
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">
                {keys.length > 1 ? (
                  <AllBox
                    label={t("sync.planHereAll")}
                    words={t("sync.planHereTake")}
                    {...{ keys, without, onToggleAll }}
                  />
                ) : (
                  t("sync.planHereTake")
                )}
              </th>
              <th scope="col">{t("common.what")}</th>
              <th scope="col">{t("sync.planColumn.change")}</th>
            </tr>
          </thead>
          <tbody>
            {drawn.map(({ how, draft, title, words, isFixed }) => (
              <tr key={draft}>
                <td>
                  <input
                    type="checkbox"
                    aria-label={words}
                    checked={how !== "conflict" && !without.has(draft)}
                    disabled={isFixed}
                    title={isFixed ? t(how === "new" ? "sync.planNewComes" : "sync.planConflictWaits") : undefined}
                    onChange={() => onToggle(draft)}
                  />
                </td>
                <td>
                  <span className="plan-title" title={title}>
                    {title}
                  </span>{" "}
                  {beside.has(draft) && <span className="soft">{t("sync.planBeside")}</span>}
                </td>
                <td className="plan-how">{t(`sync.planHow.${how}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {below}
      </section>
    </section>
  );
}
