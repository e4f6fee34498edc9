import { renamesOf } from "../../changes/index.ts";
import type { CheckedDraft, Process, Stage } from "../../language/index.ts";

/** Old and new names of what two versions of a flow share. */
export interface Renames {
  readonly participants: ReadonlyMap<string, string>;
  readonly documents: ReadonlyMap<string, string>;
  readonly stages: ReadonlyMap<string, string>;
}

/** People and things with another name in the second version, as the semantic diff maps them: all else is the same. */
export function renamesBetween(before: CheckedDraft, after: CheckedDraft): Renames {
  const participants = renamesOf(peopleOf(before), peopleOf(after));
  const documents = renamesOf(Object.entries(before.parameters.documents), Object.entries(after.parameters.documents));
  const { process } = renamed(before, { participants, documents, stages: new Map() });
  return { participants, documents, stages: renamesOf(stagesOf(process), stagesOf(after.process)) };
}

function peopleOf({ parameters }: CheckedDraft): readonly (readonly [string, unknown])[] {
  return parameters.participants.map(({ name, ...rest }) => [name, rest]);
}

function stagesOf({ stages }: Process): readonly (readonly [string, unknown])[] {
  return stages.map(({ name, ...rest }) => [name, rest]);
}

/** The draft with every rename applied. */
export function renamed(draft: CheckedDraft, renames: Renames): CheckedDraft {
  const person = (name: string) => renames.participants.get(name) ?? name;
  const document = (name: string) => renames.documents.get(name) ?? name;
  const { process, parameters } = draft;
  return {
    ...draft,
    process: {
      ...process,
      stages: process.stages.map((stage) => renamedStage(stage, renames)),
      automaticReminders: process.automaticReminders.map((reminder) => ({
        ...reminder,
        users: reminder.users?.map(person) ?? null,
      })),
    },
    parameters: {
      ...parameters,
      participants: parameters.participants.map((one) => ({ ...one, name: person(one.name) })),
      documents: Object.fromEntries(Object.entries(parameters.documents).map(([name, id]) => [document(name), id])),
    },
  };
}

function renamedStage(stage: Stage, { participants, documents, stages }: Renames): Stage {
  const named = <T extends { readonly users: readonly string[] }>(part: T): T => ({
    ...part,
    users: part.users.map((name) => participants.get(name) ?? name),
  });
  const placed = <T extends { readonly documents: readonly string[] }>(part: T): T => ({
    ...part,
    documents: part.documents.map((name) => documents.get(name) ?? name),
  });
  return {
    name: stages.get(stage.name) ?? stage.name,
    actions: stage.actions.map((action) => {
      if (action.kind === "callback") return action;
      return action.kind === "notify" ? named(action) : named(placed(action));
    }),
    conditions: stage.conditions.map((condition) => named(placed(condition))),
    redirects: stage.redirects.map(named),
  };
}
