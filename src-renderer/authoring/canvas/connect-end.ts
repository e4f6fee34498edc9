import i18next from "i18next";
import type { Layout } from "./canvas-layout.ts";
import type { StageCard } from "./canvas-model.ts";
import { placeAfter } from "./connect-stage.ts";
import { stopConnecting } from "./connecting.ts";
import type { StageCommands } from "./stage-commands.ts";

export interface ConnectGround {
  readonly cards: readonly StageCard[];
  readonly layout: Layout;
  readonly commands: StageCommands;
  /** Brings a card into sight. */
  readonly show: (at: number) => void;
  /** Gives a card the focus. */
  readonly go: (at: number) => void;
}

/** Ends the line at a card. */
export async function connect(from: number, to: number, { cards, commands, go }: ConnectGround) {
  const names = { from: cards[from]?.name, to: cards[to]?.name };
  const already = placeAfter(from, to) === null;
  stopConnecting(already ? i18next.t("connect.already", names) : null);
  if (already) return;
  const place = await commands.connect(from, to);
  if (place === null) return;
  go(place);
  stopConnecting(i18next.t("connect.done", names));
}
