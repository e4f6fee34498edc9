import { ChevronDown, Clock, FastForward, Play } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { type AppAction, useActions } from "../app/actions.ts";
import { host } from "../app/host.ts";
import { goTo } from "../app/navigate.ts";
import { tellError } from "../app/notify.ts";
import { keysOf } from "../app/shortcut-table.ts";
import { Button, IconButton } from "../components/button.tsx";
import { Menu } from "../components/menu.tsx";
import type { AnalysisView } from "./analysis-types.ts";
import type { DraftStore } from "./draft-store.ts";

interface Props {
  readonly store: DraftStore;
  readonly analysis: AnalysisView | null;
}

/** Starts the flow as it stands, on a clock of its own or on the real one. With errors in the text it says why not. */
export function RunButton({ store, analysis }: Props) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const phase = store.useStore((state) => state.journal?.phase);
  const blocked = useMemo(() => whyNot(t, analysis, phase === "conflict"), [t, analysis, phase]);

  const run = useCallback(
    async (clock: "virtual" | "real") => {
      setBusy(true);
      const saved = await store.flush();
      if (saved) {
        const answer = await host.call("drafts.start", { id: store.id, clock });
        if (answer.ok) goTo("instances", answer.value.instanceId);
        else tellError(t("run.failed"), answer.error);
      } else tellError(t("run.failed"), { message: t("run.notSaved") });
      setBusy(false);
    },
    [store, t],
  );
  const actions = useMemo<readonly AppAction[]>(
    () => [
      {
        id: "run.virtual",
        title: t("run.virtual"),
        group: t("authoring.title"),
        shortcut: keysOf("run.virtual"),
        disabled: blocked ?? undefined,
        writes: true,
        run: () => void run("virtual"),
      },
      {
        id: "run.real",
        title: t("run.real"),
        group: t("authoring.title"),
        shortcut: keysOf("run.real"),
        disabled: blocked ?? undefined,
        writes: true,
        run: () => void run("real"),
      },
    ],
    [t, blocked, run],
  );
  useActions(actions);
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
        entries={[
          {
            label: t("run.virtual"),
            detail: t("run.virtualText"),
            icon: FastForward,
            shortcut: keysOf("run.virtual"),
            blocked,
            writes: true,
            run: () => void run("virtual"),
          },
          {
            label: t("run.real"),
            detail: t("run.realText"),
            icon: Clock,
            shortcut: keysOf("run.real"),
            blocked,
            writes: true,
            run: () => void run("real"),
          },
        ]}
      />
    </span>
  );
}

function whyNot(
  t: ReturnType<typeof useTranslation>["t"],
  analysis: AnalysisView | null,
  conflict: boolean,
): string | null {
  if (conflict) return t("run.conflict");
  if (analysis === null) return t("run.checking");
  if (analysis.kind === "process") return t("run.bare");
  const errors = analysis.diagnostics.filter(({ severity }) => severity === "error");
  const [first] = errors;
  return first ? t("run.errors", { count: errors.length, first: first.message }) : null;
}
