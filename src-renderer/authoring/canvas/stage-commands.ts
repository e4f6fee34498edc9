import { ArrowLeft, ArrowRight, Copy, type LucideIcon, Trash2 } from "lucide-react";
import { useMemo, useRef } from "react";
import type { OutlineStage } from "../../../src-shared/language/index.ts";
import { keysOf } from "../../app/index.ts";
import { type MenuEntry, type Translate, useTranslation } from "../../components/index.ts";
import type { AnalysisView } from "../language/analysis-view.ts";
import { freeName } from "../model/stage-acts.ts";
import type { AuthoringSession, SeenStage } from "../session/session.ts";
import { useSession } from "../session/use-session.ts";
import { type FlowAction, useFlowActions } from "../use-flow-actions.ts";

/** The commands on whole stages; the selection follows the stage. */
export interface StageCommands {
  /** After that stage, -1: before the first; by default after the selected one, or at the end. */
  add(after?: number): Promise<void>;
  move(from: number, to: number): Promise<void>;
  duplicate(at: number): Promise<void>;
  remove(at: number): Promise<void>;
}

/** Where new stages are named. */
export interface Naming {
  /** The author will name the stage at that place next. */
  readonly nameNext: (at: number, name: string) => void;
  /**
   * Holds the focus until there is something to name, so that keys typed before that go nowhere. Returns the function
   * that gives it back.
   */
  readonly holdFocus: () => () => void;
}

/** The commands of the drawing, also in the palette for the selected stage. The objects stay the same. */
export function useStageCommands(
  analysis: AnalysisView,
  chosen: number | null,
  choose: (at: number | null, name?: string) => void,
  naming: Naming,
): StageCommands {
  const { t } = useTranslation();
  const session = useSession();
  const latest = useRef({ stages: analysis.outline.stages, chosen });
  latest.current = { stages: analysis.outline.stages, chosen };
  const commands = useMemo(() => createCommands(session, latest, choose, naming), [session, choose, naming]);
  const none = chosen === null ? t("stages.noneChosen") : null;
  const entries = stageEntries(t, commands, chosen ?? 0, analysis.outline.stages.length);
  const more = { group: t("common.stage"), writes: true };
  useFlowActions([
    ["stage.add", t("stages.do.add"), () => commands.add(), more],
    ...entries.map(
      ({ id, label, blocked, run }): FlowAction => [
        `stage.${id}`,
        label,
        () => none === null && run(),
        { ...more, disabled: none ?? blocked },
      ],
    ),
  ]);
  return commands;
}

interface Latest {
  readonly stages: readonly OutlineStage[];
  readonly chosen: number | null;
}

function createCommands(
  session: AuthoringSession,
  latest: { readonly current: Latest },
  choose: (at: number | null, name?: string) => void,
  naming: Naming,
): StageCommands {
  let last: Promise<void> = Promise.resolve();
  const seen = (at: number): SeenStage => ({ at, name: latest.current.stages[at]?.name ?? "" });
  const free = (wanted: string) =>
    freeName(
      wanted,
      latest.current.stages.map(({ name }) => name),
    );
  const addNow = async (wanted: SeenStage | "first" | null, giveBack: () => void) => {
    await session.settled();
    const { chosen, stages } = latest.current;
    const beside = wanted ?? (chosen === null ? null : seen(chosen));
    const at = beside === null ? stages.length : beside === "first" ? 0 : beside.at + 1;
    const name = free("stage");
    if (await session.change([{ intent: "addStage", at, name }], beside === "first" ? null : beside))
      naming.nameNext(at, name);
    else giveBack();
  };
  return {
    add(after) {
      const giveBack = naming.holdFocus();
      const wanted = after === undefined ? null : after < 0 ? "first" : seen(after);
      // One after the other, each after the previous one: keys may be faster than the drawing.
      const done = last.then(() => addNow(wanted, giveBack));
      last = done.catch(() => undefined);
      return done;
    },
    async move(from, to) {
      if (to < 0 || to >= latest.current.stages.length || to === from) return;
      const stage = seen(from);
      if (await session.change([{ intent: "moveStage", from, to }], stage)) choose(to, stage.name);
    },
    async duplicate(stage) {
      const name = free(seen(stage).name);
      if (await session.change([{ intent: "duplicateStage", stage, name }], seen(stage))) choose(stage + 1, name);
    },
    async remove(stage) {
      const { length } = latest.current.stages;
      if (!(await session.change([{ intent: "deleteStage", stage }], seen(stage)))) return;
      choose(length > 1 ? Math.min(stage, length - 2) : null);
    },
  };
}

interface StageEntry extends MenuEntry {
  readonly id: "left" | "right" | "duplicate" | "remove";
  readonly icon: LucideIcon;
  readonly shortcut: string;
  readonly blocked: string | null;
}

/** The actions on one stage among this many: for its panel, its card's menu and keys, and the palette. */
export function stageEntries(t: Translate, commands: StageCommands, at: number, count: number): readonly StageEntry[] {
  const entry = (id: StageEntry["id"], icon: LucideIcon, run: () => unknown, blocked: string | null = null) => ({
    id,
    icon,
    label: t(`stages.do.${id}`),
    shortcut: keysOf(`stage.${id}`),
    writes: true,
    blocked,
    dangerous: id === "remove",
    run: () => void run(),
  });
  return [
    entry("left", ArrowLeft, () => commands.move(at, at - 1), at === 0 ? t("stages.first") : null),
    entry("right", ArrowRight, () => commands.move(at, at + 1), at === count - 1 ? t("stages.last") : null),
    entry("duplicate", Copy, () => commands.duplicate(at)),
    entry("remove", Trash2, () => commands.remove(at)),
  ];
}
