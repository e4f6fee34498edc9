import { ReactFlowProvider } from "@xyflow/react";
import { FileX, Plus, Shapes } from "lucide-react";
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type CardWords, cardWords, type StageCard, stageCards } from "../../../src-shared/drawing/index.ts";
import type { OutlineStage } from "../../../src-shared/language/index.ts";
import { keysOf } from "../../app/index.ts";
import { Button, EmptyState, useTranslation } from "../../components/index.ts";
import { writtenStages } from "../language/analysis-delta.ts";
import type { AnalysisView } from "../language/analysis-view.ts";
import { CoverageProvider, useCoverage } from "../scenarios/use-coverage.ts";
import { useSession } from "../session/use-session.ts";
import { Drawing } from "./drawing/drawing.tsx";
import { StageInspector } from "./inspector/stage-inspector.tsx";
import { type Naming, useStageCommands } from "./stage-commands.ts";
import { OrderContext, useOrder } from "./use-order.ts";
import "./canvas.css";

/** The flow as a drawing, wrapped to the width of its pane, and the selected stage with its editing panel. */
export function Canvas({ analysis }: { readonly analysis: AnalysisView }) {
  const { t } = useTranslation();
  const session = useSession();
  const { stages } = analysis.outline;
  const cards = useCards(analysis);
  const coverage = useCoverage();
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const chosen = wanted && placeOf(wanted, stages);
  const stage = chosen === null ? null : (stages[chosen] ?? null);
  const newest = useRef(analysis);
  newest.current = analysis;
  const pane = useRef<HTMLDivElement>(null);
  const order = useOrder(analysis);
  const follow = useCallback(
    (at: number | null, name: string | null = null) => setWanted(at === null ? null : { at, name }),
    [],
  );
  const naming = useNaming(pane, stage, chosen, follow);
  const commands = useStageCommands(analysis, chosen, follow, naming);

  const choose = useCallback(
    (at: number) => {
      const found = newest.current.outline.stages[at];
      setWanted({ at, name: found?.name ?? null });
      if (found) session.scrollTo(found.nameRange);
    },
    [session],
  );
  const edit = useCallback(
    (at: number) => {
      // Rendered synchronously: the next keystrokes belong to the inspector.
      flushSync(() => choose(at));
      pane.current?.querySelector<HTMLElement>(".inspector-name")?.focus();
    },
    [choose],
  );
  const close = useCallback(() => {
    setWanted(null);
    pane.current?.querySelector<HTMLElement>(".stage-chosen")?.focus();
  }, []);

  if (cards.length === 0 && analysis.unreadable !== null)
    return (
      <EmptyState icon={FileX} title={t("parameters.unreadable")}>
        {analysis.unreadable}
      </EmptyState>
    );
  if (cards.length === 0)
    return (
      <EmptyState icon={Shapes} title={t("canvas.empty")}>
        <p>{t("canvas.emptyText")}</p>
        <Button icon={Plus} shortcut={keysOf("stage.add")} writes onClick={() => void commands.add()}>
          {t("stages.do.add")}
        </Button>
      </EmptyState>
    );
  return (
    <div className="canvas-pane" ref={pane}>
      <div className="canvas-parts">
        <CoverageProvider value={coverage}>
          <ReactFlowProvider>
            <OrderContext value={order.order}>
              <Drawing
                {...{ cards, chosen, commands, order }}
                title={analysis.outline.title ?? ""}
                onChoose={choose}
                onEdit={edit}
                onClose={close}
              />
            </OrderContext>
          </ReactFlowProvider>
        </CoverageProvider>
        {stage && chosen !== null && (
          <StageInspector analysis={analysis} stage={stage} at={chosen} commands={commands} onClose={close} />
        )}
      </div>
    </div>
  );
}

/** The selected stage. If its name is known, the selection follows it through edits and undo. */
interface Wanted {
  readonly at: number;
  readonly name: string | null;
}

/** Null for a stage that was just added: it is selected before the drawing knows it. */
function placeOf({ at, name }: Wanted, stages: readonly OutlineStage[]): number | null {
  if (name !== null && stages[at]?.name !== name) {
    const found = stages.flatMap((stage, index) => (stage.name === name ? [index] : []));
    if (found.length === 1) return found[0] ?? null;
  }
  return at < stages.length ? at : null;
}

/** After a stage is added, typing edits its name, as soon as the panel shows that stage and not the previous one. */
function useNaming(
  pane: RefObject<HTMLElement | null>,
  stage: OutlineStage | null,
  chosen: number | null,
  choose: (at: number, name: string) => void,
): Naming {
  const [added, setAdded] = useState<{ readonly at: number; readonly name: string } | null>(null);
  useLayoutEffect(() => {
    if (added === null || chosen !== added.at || stage?.name !== added.name) return;
    setAdded(null);
    const field = pane.current?.querySelector<HTMLInputElement>(".inspector-name");
    field?.focus();
    field?.select();
  }, [pane, added, chosen, stage]);
  return useMemo(
    () => ({
      nameNext: (at, name) => {
        choose(at, name);
        setAdded({ at, name });
      },
      holdFocus: () => {
        const [before, drawing] = [document.activeElement, pane.current?.querySelector<HTMLElement>(".canvas")];
        drawing?.focus({ preventScroll: true });
        return () => {
          if (document.activeElement === drawing && before instanceof HTMLElement) before.focus();
        };
      },
    }),
    [pane, choose],
  );
}

interface Former {
  readonly analysis: AnalysisView;
  readonly cards: readonly StageCard[];
  readonly words: CardWords;
}

/** An unchanged card stays the same object, so that only changes are redrawn. */
function useCards(analysis: AnalysisView): readonly StageCard[] {
  const { t } = useTranslation();
  const words = useMemo(() => cardWords(t), [t]);
  const former = useRef<Former | null>(null);
  const cards = useMemo(() => {
    const before = former.current;
    return before?.words === words
      ? stageCards(analysis, words, before.cards, unchangedStages(before.analysis, analysis))
      : stageCards(analysis, words);
  }, [analysis, words]);
  former.current = { analysis, cards, words };
  return cards;
}

/** Stages with unchanged text, in a flow with the same names. */
function unchangedStages(before: AnalysisView, now: AnalysisView): (index: number) => boolean {
  const given = ({ outline: { participants, documents } }: AnalysisView) =>
    JSON.stringify([participants, documents].map((entries) => entries.map(({ name }) => name)));
  const [old, written] = [writtenStages(before), writtenStages(now)];
  const alike = given(before) === given(now);
  return (index) => alike && written[index] !== undefined && written[index] === old[index];
}
