import { ChevronDown, Clock, FastForward, PackagePlus, Play } from "lucide-react";
import { problemCount } from "../../../src-shared/basics/index.ts";
import { keysOf, useAccountEntries, useAccounts } from "../../app/index.ts";
import { Button, IconButton, Menu, type Translate, useReadOnly, useTranslation } from "../../components/index.ts";
import { type AnalysisView, errorsHere } from "../language/analysis-view.ts";
import { useSession } from "../session/use-session.ts";
import { useSaved, useStart } from "../session/use-start.ts";
import { useFlowActions } from "../use-flow-actions.ts";
import "./run-button.css";

const CLOCKS = [
  { clock: "virtual", icon: FastForward, keys: keysOf("run.virtual") },
  { clock: "real", icon: Clock, keys: keysOf("run.real") },
] as const;

/**
 * Starts the flow in its current form, on a clock of its own or on the real one. If the text has errors, says why not.
 */
export function RunButton({ analysis }: { readonly analysis: AnalysisView | null }) {
  const { t } = useTranslation();
  const session = useSession();
  const phase = session.draft.useStore((state) => state.journal?.phase);
  const blocked = whyNot(t, analysis, phase === "conflict");
  const { busy, start } = useStart();
  const readOnly = useReadOnly();
  useFlowActions(
    CLOCKS.map(({ clock }) => [
      `run.${clock}`,
      t(`run.${clock}`),
      () => start(clock),
      { writes: true, disabled: blocked },
    ]),
  );
  const clocks = CLOCKS.map(({ clock, icon, keys: shortcut }) => ({
    label: t(`run.${clock}`),
    detail: t(`run.${clock}Text`),
    ...{ icon, shortcut, blocked },
    writes: true,
    run: () => void start(clock),
  }));
  const draftHere = session.draft.useStore((state) => state.draft);
  const { id } = session.draft;
  const there = useAccountEntries({ id, title: "", sync: null, ...draftHere }, useAccounts(), useSaved());
  const draft = {
    label: t("parameters.wrap"),
    detail: t("run.wrapText"),
    icon: PackagePlus,
    writes: true,
    run: () => void session.change([{ intent: "wrapProcess" }]),
  };
  return (
    <span className="run-button" data-blocked={(readOnly ?? blocked) !== null || undefined}>
      <Button
        look="primary"
        icon={Play}
        busy={busy}
        blocked={blocked}
        shortcut={keysOf("run.virtual")}
        writes
        onClick={() => void start("virtual")}
      >
        {t("run.virtual")}
      </Button>
      {readOnly === null ? (
        <Menu
          trigger={<IconButton icon={ChevronDown} label={t("run.more")} />}
          entries={isBare(analysis) ? [draft, ...clocks] : [...clocks, ...there.start]}
        />
      ) : (
        <IconButton icon={ChevronDown} label={t("run.more")} writes />
      )}
      {there.dialog}
    </span>
  );
}

/** A readable process without parameters: no draft yet. */
const isBare = (analysis: AnalysisView | null) => analysis?.kind === "process" && analysis.unreadable === null;

function whyNot(t: Translate, analysis: AnalysisView | null, conflict: boolean): string | null {
  if (conflict) return t("run.conflict");
  if (analysis === null) return t("run.checking");
  if (analysis.kind === "process") return t("run.bare");
  const errors = errorsHere(analysis);
  const [first] = errors;
  return first ? t("run.errors", { count: problemCount(errors), first: first.message }) : null;
}
