import { ChevronDown, Clock, FastForward, PackagePlus, Play } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { type AppAction, goTo, host, keysOf, tellError, useActions } from "../../app/index.ts";
import { Button, IconButton, Menu, type Translate, useTranslation } from "../../components/index.ts";
import type { AnalysisView } from "../language/questions.ts";
import { useSession } from "../session/use-session.ts";
import "./run-button.css";

interface Props {
  readonly analysis: AnalysisView | null;
}

const CLOCKS = [
  { clock: "virtual", icon: FastForward, keys: keysOf("run.virtual") },
  { clock: "real", icon: Clock, keys: keysOf("run.real") },
] as const;

/** Starts the flow as it stands, on a clock of its own or on the real one. With errors in the text it says why not. */
export function RunButton({ analysis }: Props) {
  const { t } = useTranslation();
  const session = useSession();
  const phase = session.draft.useStore((state) => state.journal?.phase);
  const blocked = useMemo(() => whyNot(t, analysis, phase === "conflict"), [t, analysis, phase]);
  const { busy, run } = useStart();
  useRunActions(blocked, run);
  const clocks = CLOCKS.map(({ clock, icon, keys: shortcut }) => ({
    label: t(`run.${clock}`),
    detail: t(`run.${clock}Text`),
    ...{ icon, shortcut, blocked },
    writes: true,
    run: () => void run(clock),
  }));
  const draft = {
    label: t("parameters.wrap"),
    detail: t("run.wrapText"),
    icon: PackagePlus,
    writes: true,
    run: () => void session.change([{ intent: "wrapProcess" }]),
  };
  return (
    <span className="run-button" data-blocked={blocked !== null || undefined}>
      <Button
        look="primary"
        icon={Play}
        busy={busy}
        blocked={blocked}
        shortcut={keysOf("run.virtual")}
        writes
        onClick={() => void run("virtual")}
      >
        {t("run.virtual")}
      </Button>
      <Menu
        trigger={<IconButton icon={ChevronDown} label={t("run.more")} />}
        entries={isBare(analysis) ? [draft, ...clocks] : clocks}
      />
    </span>
  );
}

type Start = (clock: (typeof CLOCKS)[number]["clock"]) => Promise<void>;

/** Starts what is written, once it is saved, and shows the run. */
function useStart(): { readonly busy: boolean; readonly run: Start } {
  const { t } = useTranslation();
  const { draft } = useSession();
  const [busy, setBusy] = useState(false);
  const run = useCallback<Start>(
    async (clock) => {
      setBusy(true);
      const saved = await draft.flush();
      if (saved) {
        const answer = await host.call("drafts.start", { id: draft.id, key: draft.key(), clock });
        if (answer.ok) goTo("instances", answer.value.instanceId);
        else tellError(t("run.failed"), answer.error);
      } else tellError(t("run.failed"), { message: t("run.notSaved") });
      setBusy(false);
    },
    [draft, t],
  );
  return { busy, run };
}

function useRunActions(blocked: string | null, run: Start) {
  const { t } = useTranslation();
  useActions(
    useMemo<readonly AppAction[]>(
      () =>
        CLOCKS.map(({ clock, keys }) => ({
          id: `run.${clock}`,
          title: t(`run.${clock}`),
          group: t("authoring.title"),
          shortcut: keys,
          disabled: blocked ?? undefined,
          writes: true,
          run: () => void run(clock),
        })),
      [t, blocked, run],
    ),
  );
}

/** A process that can be read and has no parameters: no draft yet. */
const isBare = (analysis: AnalysisView | null) => analysis?.kind === "process" && analysis.unreadable === null;

function whyNot(t: Translate, analysis: AnalysisView | null, conflict: boolean): string | null {
  if (conflict) return t("run.conflict");
  if (analysis === null) return t("run.checking");
  if (analysis.kind === "process") return t("run.bare");
  const errors = analysis.diagnostics.filter(({ severity }) => severity === "error");
  const [first] = errors;
  return first ? t("run.errors", { count: errors.length, first: first.message }) : null;
}
