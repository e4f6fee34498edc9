import { applyEdits } from "../../../src-shared/basics/index.ts";
import { addScenarios, scenarioOf } from "../../../src-shared/foresight/index.ts";
import { UneditableText } from "../../../src-shared/language/index.ts";
import { fail, ok, type Result } from "../../host/index.ts";
import type { PlayParts } from "./act-as.ts";

/** Appends what was done in a run to the scenarios of its draft. */
export async function saveAsScenario(
  { workspace, drafts }: Pick<PlayParts, "workspace" | "drafts">,
  id: string,
  name: string,
): Promise<Result<null>> {
  const loaded = workspace.engine.load(id);
  if (loaded === null) return fail("resource_not_found", `There is no instance ${id}; it may have been deleted.`);
  const { draftId } = loaded.row;
  if (draftId === null) return fail("conflict_error", "This run was started without a flow of this workspace.");
  if (name.trim() === "") return fail("request_parameters_invalid", "A scenario has a name: write one.");
  const draft = drafts.get(draftId);
  if (!draft.ok) return draft;
  const { scenarios, revision } = draft.value;
  const scenario = scenarioOf(
    workspace.reads.events.load(id).map(({ event }) => event),
    name.trim(),
  );
  try {
    const text = applyEdits(scenarios, addScenarios(scenarios, [scenario]));
    const saved = await drafts.saveCompanion(draftId, "scenarios", text, revision);
    return saved.ok ? ok(null) : saved;
  } catch (error) {
    if (!(error instanceof UneditableText)) throw error;
    return fail("conflict_error", "The text of the flow's scenarios has errors: fix them first.");
  }
}
