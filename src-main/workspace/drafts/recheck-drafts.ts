import { hash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { ruleCatalogue } from "../../../src-shared/language/index.ts";
import { settingKey } from "../../engine/index.ts";
import { type DraftSummary, everyItem } from "../../store/index.ts";
import { problemsOf } from "../texts/index.ts";
import { type Workspace, write } from "../workspace.ts";

type Parts = Pick<Workspace, "reads" | "engine" | "runner" | "publish" | "analyse" | "allowedHosts">;

export type DraftRecheck = Readonly<ReturnType<typeof createDraftRecheck>>;

/** Recounts problems in the background. @param failed called with the error of a count; the next count tries again */
export function createDraftRecheck(workspace: Parts, failed: (error: unknown) => void) {
  let last = Promise.resolve();
  return {
    /** Starts a recount if the rules or allowed hosts have changed, after any running one. */
    begin(): void {
      last = last.then(() => recheckDrafts(workspace)).catch(failed);
    },
    /** Settles when every recount begun so far has ended. */
    ended: (): Promise<void> => last,
  };
}

/**
 * Recounts the problems of every draft that was counted with other rules or allowed hosts. Yields between drafts. If it is
 * interrupted, or the hosts change, the next count continues.
 */
async function recheckDrafts(workspace: Parts): Promise<void> {
  const { reads, runner } = workspace;
  const rules = rulesOf(workspace);
  if (reads.settings.get(settingKey.countedBy) === rules) return;
  for (const archived of [false, true])
    for (const draft of everyItem(reads.drafts.list, { archived })) {
      await setImmediate();
      if (runner.closing || rulesOf(workspace) !== rules) return;
      await recount(workspace, draft);
    }
  await workspace.engine.transact((tx) => tx.settings.set(settingKey.countedBy, rules));
}

/** The catalogue as text: a rule that finds something else has a changed sentence or changed examples. */
const catalogue = hash("sha256", JSON.stringify(ruleCatalogue), "base64url");

const rulesOf = ({ allowedHosts }: Pick<Parts, "allowedHosts">) => JSON.stringify([catalogue, ...allowedHosts()]);

async function recount(workspace: Parts, { id, errors, warnings }: DraftSummary): Promise<void> {
  const row = workspace.reads.drafts.get(id);
  if (row === null) return;
  const counts = problemsOf(workspace.analyse(row.text));
  if (counts.errors === errors && counts.warnings === warnings) return;
  // A text written in between has been counted by these rules.
  await write(workspace, "draft", id, (tx) => tx.drafts.recount(id, row.revision, counts));
}
