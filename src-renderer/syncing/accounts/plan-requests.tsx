import { useState } from "react";
import { plainWords } from "../../../src-shared/basics/index.ts";
import { isOfDraft, requestPath, requestWords } from "../../app/index.ts";
import { SearchField, useTranslation } from "../../components/index.ts";
import type { Planned } from "../types.ts";

/** What is taken out of a sync, and how that changes. */
export interface Ticking {
  readonly without: ReadonlySet<string>;
  /** Commands that wait for one that is taken out. */
  readonly behind: ReadonlySet<string>;
  /** Of a flow, of a command or of a start, by its key. */
  readonly onToggle: (key: string) => void;
  readonly onToggleAll: (keys: readonly string[], sends: boolean) => void;
}

/** From here on a list is too long to look through. */
const MANY = 15;

/** What a request is held back by: the key of its flow, of the command or of the start; null: it always goes. */
const keyOf = (request: Planned): string | null => (isOfDraft(request) ? request.draft : request.command);

/** The requests that would be sent, each with a box; many are found by their words. */
export function PlanRequests({ planned, onToggleAll, ...ticking }: Ticking & { readonly planned: readonly Planned[] }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const sought = plainWords(typed.trim());
  const rows = planned.map((request, at) => ({ request, at, words: requestWords(t, request) }));
  const shown = rows.filter(({ words }) => plainWords(words).includes(sought));
  const keys = shown.flatMap(({ request }) => keyOf(request) ?? []);
  const taken = keys.filter((key) => ticking.without.has(key)).length;
  return (
    <>
      {planned.length > MANY && (
        <div className="plan-filter">
          <SearchField label={t("sync.planFilter")} value={typed} onChange={setTyped} />
          <span className="soft" role="status">
            {t(sought === "" ? "sync.planCount" : "sync.planShown", { shown: shown.length, count: planned.length })}
          </span>
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="plan-requests" tabIndex={0} aria-label={t("sync.planRequests")}>
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">
                {planned.length > 1 ? (
                  <label className="plan-all">
                    <input
                      type="checkbox"
                      aria-label={t("sync.planAll")}
                      checked={keys.length > 0 && taken === 0}
                      disabled={keys.length === 0}
                      ref={(box) => {
                        if (box) box.indeterminate = taken > 0 && taken < keys.length;
                      }}
                      onChange={() => onToggleAll(keys, taken > 0)}
                    />
                    {t("sync.planColumn.send")}
                  </label>
                ) : (
                  t("sync.planColumn.send")
                )}
              </th>
              <th scope="col">{t("common.what")}</th>
              <th scope="col">{t("common.request")}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ request, at, words }) => (
              // Equal lines differ only by position.
              <Row key={at} {...{ request, words }} {...ticking} />
            ))}
          </tbody>
        </table>
        {shown.length === 0 && <p className="soft plan-none">{t("sync.planNoMatch")}</p>}
      </section>
    </>
  );
}

interface RowProps extends Pick<Ticking, "without" | "behind" | "onToggle"> {
  readonly request: Planned;
  readonly words: string;
}

function Row({ request, words, without, behind, onToggle }: RowProps) {
  const { t } = useTranslation();
  const waits = request.command !== null && behind.has(request.command);
  const own = keyOf(request);
  return (
    <tr>
      <td>
        <input
          type="checkbox"
          aria-label={words}
          checked={!waits && (own === null || !without.has(own))}
          disabled={own === null || waits}
          onChange={() => own !== null && onToggle(own)}
        />
      </td>
      <td>
        <span className="plan-title" title={words}>
          {words}
        </span>
        {waits && <span className="soft">{t("sync.planBehind")}</span>}
      </td>
      <td>
        <code>{requestPath(request)}</code>
      </td>
    </tr>
  );
}
