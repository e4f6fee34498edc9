import { createContext, useContext } from "react";
import type { TextRange } from "../../../src-shared/basics/index.ts";
import type { ShownStep } from "../../../src-shared/foresight/index.ts";
import type { RunOf } from "./foreseen.ts";

/** What the rows of an answer lead to. */
export interface RunReader {
  /** The text that was checked, as long as it stands. */
  readonly text: string | null;
  /** null: another text has been checked since. */
  readonly run: (run: RunOf) => Promise<readonly ShownStep[] | null>;
  readonly lineOf: (range: TextRange) => number;
  /** Shows a range of the checked text, wherever it stands by now. */
  readonly reveal: (range: TextRange) => void;
}

export const RunReaderContext = createContext<RunReader | null>(null);

export function useRunReader(): RunReader {
  const reader = useContext(RunReaderContext);
  if (reader === null) throw new Error("No answer is shown here.");
  return reader;
}
