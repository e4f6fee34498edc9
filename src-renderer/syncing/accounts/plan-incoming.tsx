import { marksShown } from "../../../src-shared/basics/index.ts";
import { sentWithSameTitle } from "../../../src-shared/sync/index.ts";
import { useTranslation } from "../../components/index.ts";
import type { SyncReport } from "../types.ts";
import type { Ticking } from "./plan-requests.tsx";
import { PlanTable } from "./plan-table.tsx";

/** Items that cannot be excluded here: new ones come in, and conflicts are resolved first. */
const FIXED: ReadonlySet<string> = new Set(["new", "conflict"]);
export const canBeTakenOut = ({ how }: SyncReport["incoming"][number]): boolean => !FIXED.has(how);

/** The items that a sync takes from the account, by title; those that are not new can be excluded. */
export function PlanIncoming({
  planned,
  incoming,
  without,
  onToggle,
  onToggleAll,
}: Pick<Ticking, "without" | "onToggle" | "onToggleAll"> & Pick<SyncReport, "planned" | "incoming">) {
  const { t, i18n } = useTranslation();
  const beside = sentWithSameTitle(planned, incoming);
  const rows = incoming.map((one) => {
    const title = marksShown(one.title || t("common.untitled"));
    return { ...one, title, words: `${t(`sync.planHow.${one.how}`)}: ${title}`, isFixed: !canBeTakenOut(one) };
  });
  const { compare } = new Intl.Collator(i18n.language, { numeric: true });
  // The service's answers came in no fixed order.
  rows.sort((one, other) => compare(one.title, other.title));
  return (
    <section className="account-part" aria-label={t("sync.planHere")}>
      <h3>{t("sync.planHere")}</h3>
      <PlanTable
        kind="flows"
        label={t("sync.planHere")}
        items={rows}
        wordsOf={({ words }) => words}
        keyOf={({ draft, isFixed }) => (isFixed ? null : draft)}
        boxes={{ words: t("sync.planHereTake"), all: t("sync.planHereAll"), found: t("sync.planHereAllFound") }}
        last={t("sync.planColumn.change")}
        {...{ without, onToggleAll }}
        row={({ how, draft, title, words, isFixed }) => (
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
        )}
      />
    </section>
  );
}
