import i18next from "i18next";
import { create } from "zustand";
import { tell } from "../../app/index.ts";
import { readOnlyReason } from "../../components/index.ts";
import type { Point } from "./canvas-layout.ts";
import { firstTarget } from "./connect-stage.ts";

/** A line that the author is drawing from a card, for the stage that shall run right after it. */
export interface Connecting {
  readonly from: number;
  /** The card that it would end at; null: at none. */
  readonly target: number | null;
  /** Where the pointer is, in pixels of the window; null as long as the keyboard alone chooses. */
  readonly pointer: Point | null;
  /** The pointer is held down: the line ends where it is let go. Else the next press ends it. */
  readonly held: boolean;
}

interface State {
  readonly now: Connecting | null;
  /** What came of the last line. */
  readonly said: string | null;
  /** A line that ended on empty ground: a new stage is offered there, in pixels of the window. */
  readonly offered: { readonly from: number; readonly at: Point } | null;
}

const NOTHING: State = { now: null, said: null, offered: null };

/** Beside the drawing's own state: a move of the pointer draws the line again and nothing else. */
export const useConnecting = create<State>()(() => NOTHING);

export const connectingNow = (): Connecting | null => useConnecting.getState().now;

/** Begins to choose, by keys or by the pointer, which of so many stages shall run right after the one at `from`. */
export function startConnecting(from: number, count: number): void {
  const cannot = readOnlyReason() ?? (count < 2 ? i18next.t("connect.alone") : null);
  if (cannot !== null) tell(cannot);
  else setConnecting({ from, target: firstTarget(from, count), pointer: null, held: false });
}

export const setConnecting = (now: Connecting) => useConnecting.setState({ ...NOTHING, now });

/** Ends the line, and says what came of it. */
export const stopConnecting = (said: string | null = null) => useConnecting.setState({ ...NOTHING, said });

export const unsay = (said: string) =>
  useConnecting.setState((state) => (state.said === said ? { ...state, said: null } : state));

export const offerStage = (from: number, at: Point) => useConnecting.setState({ ...NOTHING, offered: { from, at } });
