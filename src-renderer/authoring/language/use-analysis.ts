import { useEffect, useRef, useState } from "react";
import { useCall, useHost } from "../../app/index.ts";
import { useTranslation } from "../../components/index.ts";
import { useSession } from "../session/use-session.ts";
import { receivedView } from "./analysis-delta.ts";
import type { AnalysisView } from "./analysis-view.ts";
import { askLanguage } from "./ask-language.ts";
import { newestOnly } from "./newest-only.ts";

const NO_HOSTS: readonly string[] = [];

/** A long text is analysed when typing pauses: its analysis would compete with the keys for the same machine. */
const LONGEST_PAUSE_MS = 100;

/** The newest analysis of a changing text; null before the first. */
export function useAnalysis(text: string | null): AnalysisView | null {
  const session = useSession();
  const hosts = useHost((state) => state.workspace?.callbackHosts) ?? NO_HOSTS;
  const { draft } = session;
  // The version of the service that the draft is bound to [V101].
  const bound = useCall("sync.drafts.get", { draftId: draft.id }, ["draft", "account"]).value?.standing;
  const target = bound?.apiVersion ?? null;
  const account = bound?.account ?? null;
  const { language } = useTranslation().i18n;
  const [view, setView] = useState<AnalysisView | null>(null);
  const last = useRef<{ readonly number: number; readonly view: AnalysisView } | null>(null);
  const [next] = useState(newestOnly);
  const pause = useRef(0);

  useEffect(() => {
    const analyse = async (newest: string) => {
      const began = performance.now();
      const before = last.current;
      // If this fails, the next one starts a new worker.
      last.current = null;
      const ask = { text: newest, callbackHosts: hosts, target, account, after: before?.number ?? null };
      const { number, sent } = await askLanguage("follow", ask, language);
      const received = receivedView(before?.view ?? null, sent);
      last.current = { number, view: received };
      setView({ ...received, stageKeys: session.stageKeys(received) });
      pause.current = Math.min(LONGEST_PAUSE_MS, performance.now() - began);
    };
    const soon = session.takeHurry() ? 0 : pause.current;
    const timer = window.setTimeout(() => next(text === null ? null : () => analyse(text)), soon);
    return () => window.clearTimeout(timer);
  }, [session, next, text, hosts, target, account, language]);
  return view;
}
