import { useEffect, useRef, useState } from "react";
import { useHost } from "../app/host.ts";
import type { AnalysisRequest, AnalysisView } from "./analysis-types.ts";

interface Answer {
  readonly id: number;
  readonly view: AnalysisView;
}

/** One worker for the page. While it is busy only the newest text waits; texts in between are skipped. */
class Analyst {
  readonly #worker = new Worker(new URL("./analysis-worker.ts", import.meta.url), { type: "module" });
  readonly #waiting = new Map<number, (view: AnalysisView) => void>();
  #next = 1;

  constructor() {
    this.#worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      this.#waiting.get(data.id)?.(data.view);
      this.#waiting.delete(data.id);
    };
  }

  analyse(text: string, callbackHosts: readonly string[]): Promise<AnalysisView> {
    const request: AnalysisRequest = { id: this.#next++, text, callbackHosts };
    return new Promise((resolve) => {
      this.#waiting.set(request.id, resolve);
      this.#worker.postMessage(request);
    });
  }
}

let analyst: Analyst | null = null;
const theAnalyst = () => {
  analyst ??= new Analyst();
  return analyst;
};

/** Analyses a text that no editor shows, such as an imported file. */
export const analyseOnce = (text: string): Promise<AnalysisView> => theAnalyst().analyse(text, []);

const NO_HOSTS: readonly string[] = [];

/** A long text is analysed when the typing pauses: its analysis would compete with the keys for the same machine. */
const LONGEST_PAUSE_MS = 250;

/** The newest analysis of a changing text; null before the first. */
export function useAnalysis(text: string | null): AnalysisView | null {
  const hosts = useHost((state) => state.workspace?.callbackHosts) ?? NO_HOSTS;
  const [view, setView] = useState<AnalysisView | null>(null);
  const wanted = useRef<string | null>(null);
  const busy = useRef(false);
  const pause = useRef(0);

  useEffect(() => {
    const run = async () => {
      if (busy.current) return;
      busy.current = true;
      while (wanted.current !== null) {
        const next = wanted.current;
        wanted.current = null;
        const began = performance.now();
        setView(await theAnalyst().analyse(next, hosts));
        pause.current = Math.min(LONGEST_PAUSE_MS, 2 * (performance.now() - began));
      }
      busy.current = false;
    };
    const timer = window.setTimeout(() => {
      wanted.current = text;
      void run();
    }, pause.current);
    return () => window.clearTimeout(timer);
  }, [text, hosts]);
  return view;
}
