import { createContext, useContext } from "react";
import type { TextRange } from "../../../src-shared/basics/index.ts";
import type { ShownStep } from "../../../src-shared/foresight/index.ts";
import type { RunOf } from "./foreseen.ts";

/** The context for the rows of an answer. */
export interface RunReader {
  /** The checked text, while it is current. */
  readonly text: string | null;
  /** null: another text has been checked since. */
  readonly run: (run: RunOf) => Promise<readonly ShownStep[] | null>;
  readonly lineOf: (range: TextRange) => number;
  /** Shows a range of the checked text at its current place. */
  readonly reveal: (range: TextRange) => void;
}

export const RunReaderContext = createContext<RunReader | null>(null);

export function useRunReader(): RunReader {
  const reader = useContext(RunReaderContext);
  if (reader === null) throw new Error("No answer is shown here.");
  return reader;
}
