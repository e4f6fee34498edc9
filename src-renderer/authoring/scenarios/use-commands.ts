import type { TextEdit } from "../../../src-shared/basics/index.ts";
import type { ScriptChange } from "../../../src-shared/foresight/index.ts";
import { notify } from "../../app/index.ts";
import { useTranslation } from "../../components/index.ts";
import { useSession } from "../session/use-session.ts";
import { askScenarios } from "./ask-scenarios.ts";

type Edits = (text: string) => Promise<readonly TextEdit[] | null>;

/** A scenario by its place in the text that the author saw. */
interface SeenScenario {
  readonly at: number;
  readonly seen: string;
}

/** The commands on a flow's scenarios: each is one edit of their text, and one undo step. */
export function useCommands(flow: string, isSound: boolean) {
  const { t } = useTranslation();
  const companion = useSession().companion("scenarios");
  /** Why nothing can be done now; null: it can. */
  const blocked = isSound ? null : t("common.fixTextFirst");

  /** @returns whether it was done; if not, the author sees why */
  async function apply(edits: Edits, seen: string | null): Promise<boolean> {
    if (blocked !== null) {
      notify(blocked);
      return false;
    }
    return companion.change(edits, t("scenarios.fixFirst"), seen);
  }

  return {
    blocked,
    /** @param as one order of steps, or a list for each participant */
    add: (name: string, as: "steps" | "people") => apply((text) => askScenarios("add", { flow, text, name, as }), null),
    changeScript: ({ at, seen }: SeenScenario, change: ScriptChange) =>
      apply((text) => askScenarios("changeScript", { flow, text, at, change }), seen),
    writeAsSteps: ({ at, seen }: SeenScenario) =>
      apply((text) => askScenarios("writeAsSteps", { flow, text, at }), seen),
    duplicate: ({ at, seen }: SeenScenario) => apply((text) => askScenarios("duplicate", { flow, text, at }), seen),
    remove: async ({ at, seen, name }: SeenScenario & { readonly name: string }) => {
      const done = await apply((text) => askScenarios("remove", { flow, text, at }), seen);
      if (done) companion.notifyUndoable(t("scenarios.deleted", { name }), t("scenarios.deletedText"));
      return done;
    },
    writeMissing: async () => {
      let written = 0;
      const done = await apply(async (text) => {
        written = (await askScenarios("countMissing", { flow, text }))?.scenarios ?? 0;
        return askScenarios("writeMissing", { flow, text });
      }, null);
      if (done) notify(t("scenarios.written", { count: written }));
    },
  };
}

export type ScenarioCommands = ReturnType<typeof useCommands>;
