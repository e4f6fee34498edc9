import i18next from "i18next";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { tellError, useHost } from "../../app/index.ts";
import { receivedView } from "./analysis-delta.ts";
import type { AnalysisView, Question, Questions } from "./analysis-types.ts";

interface Answer {
  readonly id: number;
  readonly answer: unknown;
}

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** One worker for the page. */
class Analyst {
  readonly #worker = new Worker(new URL("./analysis-worker.ts", import.meta.url), { type: "module" });
  readonly #waiting = new Map<number, Waiting>();
  #next = 1;

  constructor() {
    this.#worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      this.#waiting.get(data.id)?.resolve(data.answer);
      this.#waiting.delete(data.id);
    };
    // The language never throws; should it, those who wait must hear of it.
    this.#worker.onerror = (event) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(event.message));
      this.#waiting.clear();
    };
  }

  ask(question: Question, ask: unknown, language: string): Promise<unknown> {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, question, ask, language });
    });
  }
}

let analyst: Analyst | null = null;

/** The author has just acted on a view beside the text, and waits to see it there: no typing is to be let past. */
let changed = false;

/** Asks the language about a text; sentences come in the reader's language. Rejects only when the language itself fails. */
export function askLanguage<Q extends Question>(
  question: Q,
  ask: Questions[Q]["ask"],
  language: string = i18next.language,
): Promise<Questions[Q]["answer"]> {
  analyst ??= new Analyst();
  changed ||= question === "change";
  return analyst.ask(question, ask, language) as Promise<Questions[Q]["answer"]>;
}

/** Analyses a text that no editor shows, such as an imported file. */
export const analyseOnce = (text: string): Promise<AnalysisView> => askLanguage("analyse", { text, callbackHosts: [] });

const NO_HOSTS: readonly string[] = [];

/** A long text is analysed when the typing pauses: its analysis would compete with the keys for the same machine. */
const LONGEST_PAUSE_MS = 100;

/** The newest analysis of a changing text; null before the first. */
export function useAnalysis(text: string | null): AnalysisView | null {
  const hosts = useHost((state) => state.workspace?.callbackHosts) ?? NO_HOSTS;
  const { language } = useTranslation().i18n;
  const [view, setView] = useState<AnalysisView | null>(null);
  const last = useRef<{ readonly number: number; readonly view: AnalysisView } | null>(null);
  const wanted = useRef<string | null>(null);
  const busy = useRef(false);
  const pause = useRef(0);

  useEffect(() => {
    const run = async () => {
      if (busy.current) return;
      busy.current = true;
      try {
        while (wanted.current !== null) {
          const next = wanted.current;
          wanted.current = null;
          const began = performance.now();
          const before = last.current;
          const ask = { text: next, callbackHosts: hosts, after: before?.number ?? null };
          const { number, sent } = await askLanguage("follow", ask, language);
          last.current = { number, view: receivedView(before?.view ?? null, sent) };
          setView(last.current.view);
          pause.current = Math.min(LONGEST_PAUSE_MS, performance.now() - began);
        }
      } catch (error) {
        last.current = null;
        tellError(i18next.t("problems.failed"), { message: error instanceof Error ? error.message : String(error) });
      } finally {
        busy.current = false;
      }
    };
    const soon = changed ? 0 : pause.current;
    changed = false;
    const timer = window.setTimeout(() => {
      wanted.current = text;
      void run();
    }, soon);
    return () => window.clearTimeout(timer);
  }, [text, hosts, language]);
  return view;
}
