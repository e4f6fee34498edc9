import { useReactFlow, useStore, ViewportPortal } from "@xyflow/react";
import { Plus } from "lucide-react";
import { useEffect, useLayoutEffect } from "react";
import { useTranslation } from "react-i18next";
import { useShallow } from "zustand/react/shallow";
import { MenuAt, MenuEntries } from "../../components/index.ts";
import type { Layout } from "./canvas-layout.ts";
import type { StageCard } from "./canvas-model.ts";
import { headAt } from "./canvas-shapes.ts";
import { linkPath, looseLink, placeAfter } from "./connect-stage.ts";
import { type Connecting, stopConnecting, unsay, useConnecting } from "./connecting.ts";
import { cardElement } from "./drawing-view.ts";
import type { StageCommands } from "./stage-commands.ts";

interface Props {
  readonly cards: readonly StageCard[];
  readonly layout: Layout;
}

/** All that is seen of a line that is being drawn. */
export function ConnectView({ cards, layout, commands }: Props & { readonly commands: StageCommands }) {
  const drawn = useConnecting(({ now, offered }) => now !== null || offered !== null);
  usePixel();
  return (
    <>
      {drawn && <Line layout={layout} />}
      <Words cards={cards} />
      <Offer cards={cards} commands={commands} />
    </>
  );
}

/** What is as large on the screen at every zoom measures itself in `--pixel`. */
function usePixel() {
  const zoom = useStore((state) => state.transform[2]);
  const pane = useStore((state) => state.domNode);
  useLayoutEffect(() => pane?.style.setProperty("--pixel", `${1 / zoom}px`), [zoom, pane]);
}

/** From the card to the one that would run next, which lights up, or to the pointer. */
function Line({ layout: { places } }: Pick<Props, "layout">) {
  const { now, offered } = useConnecting();
  // The pointer stays where it is while the view moves.
  useStore((state) => state.transform);
  const { screenToFlowPosition } = useReactFlow();
  const from = places[(now ?? offered)?.from ?? -1];
  if (!from) return null;
  const target = places[now?.target ?? -1];
  const pointer = now?.pointer ?? offered?.at;
  const path = target ? linkPath(from, target) : pointer && looseLink(from, screenToFlowPosition(pointer));
  const same = now !== null && now.target !== null && placeAfter(now.from, now.target) === null;
  return (
    <ViewportPortal>
      <svg className={same ? "connect connect-same" : "connect"} width={1} height={1} aria-hidden>
        {target && <rect className="connect-target" {...boxOf(target)} rx={10} />}
        {path && <path className="connect-line" d={path} />}
        {target && <path className="connect-head" d={headAt(target)} />}
      </svg>
    </ViewportPortal>
  );
}

const boxOf = ({ x, y, width, height }: Layout["places"][number]) => ({ x, y, width, height });

/** What the line would do, how to go on, and afterwards what it did: seen, and told by screen readers. */
function Words({ cards }: Pick<Props, "cards">) {
  const { t } = useTranslation();
  const { said, from, target, held } = useConnecting(useShallow(({ now, said: last }) => ({ said: last, ...now })));
  useReadOnce(said);
  const words = from === undefined ? said : t(...preview(cards, { from, target: target ?? null }));
  return (
    <div
      className={words === null ? "connect-words visually-hidden" : "connect-words"}
      role="status"
      aria-atomic="false"
    >
      {words !== null && <p>{words}</p>}
      {from !== undefined && <p className="soft">{t(held ? "connect.hintHeld" : "connect.hintKeys")}</p>}
    </div>
  );
}

/** What a line did is told until the author goes on. */
function useReadOnce(said: string | null) {
  useEffect(() => {
    if (said === null) return;
    const abort = new AbortController();
    for (const event of ["keydown", "pointerdown"])
      window.addEventListener(event, () => unsay(said), { capture: true, signal: abort.signal });
    return () => abort.abort();
  }, [said]);
}

function preview(cards: readonly StageCard[], { from, target }: Pick<Connecting, "from" | "target">) {
  const names = { from: cards[from]?.name ?? "" };
  if (target === null) return ["connect.choose", names] as const;
  const key = placeAfter(from, target) === null ? "connect.already" : "connect.preview";
  return [key, { ...names, to: cards[target]?.name ?? "", number: target + 1, count: cards.length }] as const;
}

/** On empty ground: a new stage there, which runs right after the one that the line came from. */
function Offer({ cards, commands }: Pick<Props, "cards"> & { readonly commands: StageCommands }) {
  const { t } = useTranslation();
  const offered = useConnecting((state) => state.offered);
  if (offered === null) return null;
  const { from, at } = offered;
  const label = t("connect.newStage", { from: cards[from]?.name ?? "" });
  // The menu gives the focus back first; the new stage's name then takes it.
  const run = () => window.setTimeout(() => void commands.add(from), 0);
  return (
    <MenuAt
      label={t("connect.offer")}
      anchor={{ getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0) }}
      focusAfter={() => cardElement(from)}
      onClose={() => stopConnecting()}
    >
      <MenuEntries entries={[{ label, icon: Plus, writes: true, run }]} />
    </MenuAt>
  );
}
