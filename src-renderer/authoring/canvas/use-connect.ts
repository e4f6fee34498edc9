import { useReactFlow } from "@xyflow/react";
import i18next from "i18next";
import { useEffect, useMemo, useRef } from "react";
import { type ConnectGround, connect } from "./connect-end.ts";
import { pointingOn } from "./connect-pointing.ts";
import { nextTarget } from "./connect-stage.ts";
import { connectingNow, setConnecting, stopConnecting, useConnecting } from "./connecting.ts";
import { cardElement } from "./drawing-view.ts";

/** Draws lines from card to card, by pointer and by keys. Answers what the drawing does with a press. */
export function useConnect(ground: ConnectGround) {
  const { cards, show } = ground;
  const latest = useRef(ground);
  latest.current = ground;
  const { screenToFlowPosition, getViewport, setViewport } = useReactFlow();
  const pointing = useMemo(
    () => pointingOn({ ground: latest, screenToFlowPosition, getViewport, setViewport }),
    [screenToFlowPosition, getViewport, setViewport],
  );
  const active = useConnecting(({ now }) => now !== null);
  const begun = useConnecting(({ now }) => (now?.held === false ? now.from : null));
  const target = useConnecting(({ now }) => (now?.pointer === null ? now.target : null));

  // biome-ignore lint/correctness/useExhaustiveDependencies: a line between stages that have changed means nothing
  useEffect(() => stopLine, [cards]);
  useEffect(() => {
    if (begun !== null) cardElement(begun)?.focus();
  }, [begun]);
  useEffect(() => {
    if (target !== null) show(target);
  }, [target, show]);
  useEffect(() => {
    if (!active) return;
    const abort = new AbortController();
    const listen = { capture: true, signal: abort.signal };
    window.addEventListener("keydown", (event) => onKey(event, latest.current), listen);
    window.addEventListener("pointerdown", pointing.onPress, listen);
    window.addEventListener("pointermove", pointing.onMove, listen);
    window.addEventListener("pointerup", pointing.onUp, listen);
    window.addEventListener("pointercancel", () => stopConnecting(), listen);
    window.addEventListener("click", pointing.onClick, listen);
    return () => abort.abort();
  }, [active, pointing]);
  return pointing.onDown;
}

/** Whatever is being drawn or offered; what was said stays. */
function stopLine() {
  const { now, offered, said } = useConnecting.getState();
  if (now !== null || offered !== null) stopConnecting(said);
}

/** While a line is drawn, its keys are heard wherever the focus is, but in a field: whoever types there has given it up. */
function onKey(event: KeyboardEvent, ground: ConnectGround) {
  const now = connectingNow();
  if (now === null || event.altKey || event.ctrlKey || event.metaKey) return;
  const on = event.target instanceof HTMLElement ? event.target : document.body;
  const { from, target, held } = now;
  const { length } = ground.layout.places;
  const leads = held || length < 2 ? null : nextTarget(event.key, target ?? from, from, ground.layout);
  if (event.key === "Escape") stopConnecting(i18next.t("connect.cancelled"));
  else if (held) return;
  else if (event.key === "Tab" || on.matches("input, textarea, select") || on.isContentEditable)
    return stopConnecting();
  else if (event.key === "Enter" || event.key === " ") {
    if (on.closest("button")) return;
    if (target !== null) void connect(from, target, ground);
  } else if (leads !== null) setConnecting({ from, target: leads, pointer: null, held });
  else return;
  event.preventDefault();
  event.stopPropagation();
}
