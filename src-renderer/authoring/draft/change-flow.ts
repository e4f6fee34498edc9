import i18next from "i18next";
import type { Intent } from "../../../src-shared/language/index.ts";
import { tell, tellError } from "../../app/index.ts";
import { readOnlyReason } from "../../components/index.ts";
import { askLanguage } from "../editor/analysis-client.ts";
import { applyToEditor, editorText } from "../editor/editor-store.ts";

/** A stage as the author saw it when acting on it. */
export interface SeenStage {
  readonly at: number;
  readonly name: string;
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Does what an author wants of the flow, as minimal edits of its text and one step of undo. One change after the other:
 * quick clicks build on each other. Answers false, and says why, when it could not be done; the text is then untouched.
 * `seen`: the stage that is meant.
 */
export function changeFlow(intents: readonly Intent[], seen: SeenStage | null = null): Promise<boolean> {
  const done = last.then(() => change(intents, seen));
  last = done.catch(() => undefined);
  return done;
}

/** Resolves when every change that was asked for so far is in the text, or was refused. */
export const changesDone = (): Promise<unknown> => last;

async function change(intents: readonly Intent[], seen: SeenStage | null): Promise<boolean> {
  const looking = readOnlyReason();
  if (looking !== null) {
    tell(looking);
    return false;
  }
  const text = editorText();
  const answer = await askLanguage("change", { text, intents, seen });
  if (answer.ok) {
    if (applyToEditor(text, answer.edits, "change")) return true;
    tell(i18next.t("change.stale"));
  } else if (answer.reason === "impossible") tellError(i18next.t("change.impossible"), { message: answer.message });
  else tell(i18next.t(answer.reason === "stale" ? "change.stale" : "change.unreadable"));
  return false;
}
