import { useEffect, useRef } from "react";
import type { PlacedAcceptance } from "../../../src-shared/foresight/index.ts";
import { saveText } from "../../app/index.ts";
import { useTranslation } from "../../components/index.ts";
import { notifyFailure } from "../language/notify-failure.ts";
import { useSession } from "../session/use-session.ts";
import { askExport, useAskedExport } from "./asked-export.ts";
import type { Foreseen } from "./foreseen.ts";
import type { ForesightAsker } from "./foresight-asker.ts";
import { foresightPage } from "./page-html.ts";

interface Export {
  readonly title: string;
  readonly save: () => void;
}

/**
 * Saves the answer as files named after the flow; also saves one requested elsewhere.
 * @param title the flow's; null: it has none
 * @param isNewest the answer belongs to the current text
 */
export function useExports(
  asker: ForesightAsker,
  foreseen: Foreseen,
  title: string | null,
  accept: readonly PlacedAcceptance[],
  isNewest: boolean,
): readonly Export[] {
  const { t, i18n } = useTranslation();
  const session = useSession();
  const { id } = foreseen;
  const stem = fileStem(title ?? "");
  const saveJson = async () => {
    const json = await asker.json(id, `${stem}.flow.yaml`, session.companion("expectations").text());
    if (json !== null) saveText(`${stem}.check.json`, json, "application/json");
  };
  const savePage = async () => {
    const runs = await asker.runs(id);
    const page = {
      title: title ?? stem,
      language: i18n.language,
      foreseen,
      accept,
      runs: runs ?? { outcomes: [], findings: [], figures: [] },
    };
    if (runs !== null) saveText(`${stem}.check.html`, foresightPage(t, page), "text/html;charset=utf-8");
  };
  const saved = { page: savePage, json: saveJson };
  const newest = useRef(saved);
  newest.current = saved;
  const asked = useAskedExport();
  useEffect(() => {
    if (asked === null || !isNewest) return;
    askExport(null);
    void newest.current[asked]().catch(notifyFailure);
  }, [asked, isNewest]);
  return [
    { title: t("foresight.savePage"), save: () => void savePage().catch(notifyFailure) },
    { title: t("foresight.saveJson"), save: () => void saveJson().catch(notifyFailure) },
  ];
}

/** A title as a file name that is valid on every system. */
function fileStem(title: string): string {
  const plain = title.replaceAll(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, "-").replace(/^[\s.-]+/, "");
  return (
    plain
      .slice(0, 80)
      .replace(/[\s.]+$/, "")
      .toWellFormed() || "flow"
  );
}
