import { CheckCircle2 } from "lucide-react";
import { useEffect } from "react";
import type { OutputOf } from "../../../src-shared/bridge/index.ts";
import { EmptyState, useTranslation } from "../../components/index.ts";
import { pathWords } from "./path-words.ts";
import { choicesOf } from "./saved-choices.ts";

type Settled = OutputOf<"sync.conflict.get">["settled"];

interface Props {
  /** The flow's key. */
  readonly draft: string;
  /** How; null: not known. */
  readonly settled: Settled;
}

/** Reports that a conflict shown in this window was resolved elsewhere [Y6]. */
export function SettledMeanwhile({ draft, settled }: Props) {
  const { t } = useTranslation();
  useEffect(() => void choicesOf(draft).keep({}), [draft]);
  const takes = {
    mine: t("sync.conflict.takeMine"),
    theirs: t("sync.conflict.takeTheirs"),
    value: t("sync.conflict.ownWords"),
  };
  const all = {
    mine: t("sync.conflict.allMine"),
    theirs: t("sync.conflict.allTheirs"),
    text: t("sync.conflict.asText"),
  };
  const ways =
    typeof settled === "string"
      ? [all[settled]]
      : (settled ?? []).map(({ path, take }) => `${pathWords(t, path)}: ${takes[take]}`);
  return (
    <EmptyState icon={CheckCircle2} title={t("sync.conflict.meanwhile")}>
      <p>{t(settled === null ? "sync.conflict.meanwhileUnknown" : "sync.conflict.meanwhileText")}</p>
      {ways.length > 0 && (
        <>
          <p>{t("sync.conflict.meanwhileHow")}</p>
          <ul className="conflict-ways">
            {ways.map((way, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they never change
              <li key={at}>{way}</li>
            ))}
          </ul>
        </>
      )}
    </EmptyState>
  );
}
