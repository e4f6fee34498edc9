import { Button, ErrorState, Loading, useTranslation } from "../../components/index.ts";
import { usePages } from "../connection/use-pages.ts";
import { reasonText } from "../language/i18n.ts";
import { useTime } from "../language/use-time.ts";

/** Every connection that left this process, the newest first (law 8). */
export function Outbound() {
  const { t } = useTranslation();
  const time = useTime();
  const pages = usePages("ledger.outbound", {}, ["callback"]);
  return (
    <section className="settings-section">
      <header className="settings-head">
        <h2>{t("outbound.title")}</h2>
      </header>
      <p className="soft settings-hint">{t("outbound.hint")}</p>
      {pages.loading && <Loading rows={3} />}
      {pages.error && <ErrorState error={pages.error} title={t("outbound.failed")} onRetry={pages.reload} />}
      {!pages.loading && !pages.error && pages.items.length === 0 && <p>{t("outbound.none")}</p>}
      {pages.items.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className="outbound" tabIndex={0} aria-label={t("outbound.title")}>
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">{t("outbound.when")}</th>
                <th scope="col">{t("outbound.kind")}</th>
                <th scope="col">{t("outbound.target")}</th>
                <th scope="col">{t("outbound.result")}</th>
              </tr>
            </thead>
            <tbody>
              {pages.items.map((entry, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: equal lines are told apart by nothing else
                <tr key={at}>
                  <td className="number">{time.dateTime(entry.wallAt)}</td>
                  <td>{t(`outbound.kinds.${entry.kind}`)}</td>
                  <td>
                    <code>{entry.target}</code>
                  </td>
                  <td className="wraps">{reasonText(entry.result)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {pages.hasMore && <Button onClick={pages.loadMore}>{t("common.showMore")}</Button>}
        </section>
      )}
    </section>
  );
}
