import { createContext } from "react";
import type { CellState } from "../../model/stage-acts.ts";

/** A cell that was pressed on its card. */
export interface PressedCell {
  /** The stage's place. */
  readonly at: number;
  readonly participant: string;
  readonly document: string;
  readonly from: CellState;
  readonly to: CellState;
}

/** Writes a pressed cell into the flow; answers false when it could not be written. */
export const PressCell = createContext<(cell: PressedCell) => Promise<boolean>>(() => Promise.resolve(false));
