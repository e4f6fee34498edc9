import { isOfDraft, requestPath, requestWords } from "../../app/index.ts";
import { useTranslation } from "../../components/index.ts";
import type { Planned } from "../types.ts";
import { PlanTable } from "./plan-table.tsx";

/** The items excluded from a sync, and the function to change them. */
export interface Ticking {
  readonly without: ReadonlySet<string>;
  /** Commands that wait for an excluded one. */
  readonly behind: ReadonlySet<string>;
  /** By the key of a flow, a command or a start. */
  readonly onToggle: (key: string) => void;
  readonly onToggleAll: (keys: readonly string[], sends: boolean) => void;
}

/** The key that excludes a request: that of its flow, the command or the start; null: it always goes. */
export const keyOf = (request: Planned): string | null => (isOfDraft(request) ? request.draft : request.command);

/** The requests that would be sent, each with a checkbox; searchable if there are many. */
export function PlanRequests({ planned, onToggleAll, ...ticking }: Ticking & { readonly planned: readonly Planned[] }) {
  const { t } = useTranslation();
  const rows = planned.map((request, at) => ({ request, at, words: requestWords(t, request) }));
  return (
    <PlanTable
      kind="requests"
      label={t("sync.planRequests")}
      items={rows}
      wordsOf={({ words }) => words}
      keyOf={({ request }) => keyOf(request)}
      boxes={{ words: t("sync.planColumn.send"), all: t("sync.planAll"), found: t("sync.planAllFound") }}
      last={t("common.request")}
      {...{ onToggleAll, without: ticking.without }}
      // Equal lines differ only by position.
      row={({ request, at, words }) => <Row key={at} {...{ request, words }} {...ticking} />}
    />
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
