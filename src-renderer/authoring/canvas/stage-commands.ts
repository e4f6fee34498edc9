import { useCallback, useMemo, useRef } from "react";
import { type AppAction, keysOf, useActions } from "../../app/index.ts";
import { type Translate, useTranslation } from "../../components/index.ts";
import type { AnalysisView } from "../language/questions.ts";
import { freeName } from "../model/stage-acts.ts";
import type { AuthoringSession, SeenStage } from "../session/session.ts";
import { useSession } from "../session/use-session.ts";

/** What can be done with whole stages; each follows the stage with the choice. */
export interface StageCommands {
  /** Behind that stage; else behind the chosen one, or at the end. */
  add(after?: number): Promise<void>;
  move(from: number, to: number): Promise<void>;
  duplicate(at: number): Promise<void>;
  remove(at: number): Promise<void>;
}

/** Where new stages are named. */
export interface Naming {
  /** The author names the stage at that place next. */
  readonly anew: (at: number, name: string) => void;
  /** Takes the focus until there is something to name: what is typed meanwhile belongs nowhere. Answers how to give it back. */
  readonly wait: () => () => void;
}

/** The commands of the drawing, also in the palette for the chosen stage. */
export function useStageCommands(
  analysis: AnalysisView,
  chosen: number | null,
  choose: (at: number | null) => void,
  naming: Naming,
): StageCommands {
  const { t } = useTranslation();
  const session = useSession();
  const add = useAdd(analysis, chosen, naming);
  const commands = useMemo(() => ({ add, ...commandsOn(session, analysis, choose) }), [add, session, analysis, choose]);
  const count = analysis.outline.stages.length;
  useActions(useMemo(() => actionsOf(t, commands, chosen, count), [t, commands, chosen, count]));
  return commands;
}

/** One stage after the other, each behind the one before: keys may come faster than the drawing. */
function useAdd(analysis: AnalysisView, chosen: number | null, naming: Naming): StageCommands["add"] {
  const session = useSession();
  const latest = useRef({ analysis, chosen });
  latest.current = { analysis, chosen };
  const last = useRef<Promise<void>>(Promise.resolve());
  return useCallback(
    (after) => {
      const giveBack = naming.wait();
      const nameOf = (at: number) => latest.current.analysis.outline.stages[at]?.name ?? "";
      const wanted = after === undefined ? null : { at: after, name: nameOf(after) };
      const addNow = async () => {
        await session.settled();
        const { stages } = latest.current.analysis.outline;
        const before = latest.current.chosen;
        const seen = wanted ?? (before === null ? null : { at: before, name: nameOf(before) });
        const at = seen === null ? stages.length : seen.at + 1;
        const name = freeName(
          "stage",
          stages.map((stage) => stage.name),
        );
        if (await session.change([{ intent: "addStage", at, name }], seen)) naming.anew(at, name);
        else giveBack();
      };
      const done = last.current.then(addNow);
      last.current = done.catch(() => undefined);
      return done;
    },
    [session, naming],
  );
}

function commandsOn(
  session: AuthoringSession,
  { outline: { stages } }: AnalysisView,
  choose: (at: number | null) => void,
): Omit<StageCommands, "add"> {
  const names = stages.map(({ name }) => name);
  const seen = (at: number): SeenStage => ({ at, name: names[at] ?? "" });
  return {
    async move(from, to) {
      if (to < 0 || to >= stages.length || to === from) return;
      if (await session.change([{ intent: "moveStage", from, to }], seen(from))) choose(to);
    },
    async duplicate(stage) {
      const name = freeName(names[stage] ?? "stage", names);
      if (await session.change([{ intent: "duplicateStage", stage, name }], seen(stage))) choose(stage + 1);
    },
    async remove(stage) {
      if (!(await session.change([{ intent: "deleteStage", stage }], seen(stage)))) return;
      choose(stages.length > 1 ? Math.min(stage, stages.length - 2) : null);
    },
  };
}

function actionsOf(t: Translate, commands: StageCommands, chosen: number | null, count: number): readonly AppAction[] {
  const group = t("common.stage");
  type Id = "left" | "right" | "duplicate" | "remove";
  const forChosen = (id: Id, run: (at: number) => unknown, cannot: string | null): AppAction => ({
    id: `stage.${id}`,
    title: t(`stages.do.${id}`),
    group,
    shortcut: keysOf(`stage.${id}`),
    writes: true,
    disabled: chosen === null ? t("stages.noneChosen") : (cannot ?? undefined),
    run: () => chosen !== null && run(chosen),
  });
  return [
    {
      id: "stage.add",
      title: t("stages.do.add"),
      group,
      shortcut: keysOf("stage.add"),
      writes: true,
      run: () => void commands.add(),
    },
    forChosen("left", (at) => commands.move(at, at - 1), chosen === 0 ? t("stages.first") : null),
    forChosen("right", (at) => commands.move(at, at + 1), chosen === count - 1 ? t("stages.last") : null),
    forChosen("duplicate", commands.duplicate, null),
    forChosen("remove", commands.remove, null),
  ];
}
