import type { Host } from "../../src-main/host/types.ts";
import { must } from "../harness/workspace.ts";

/** Syncs the account “Bank”, starts a draft there, and commands a run there. @throws at the first that is refused */
export async function syncAndAct({ sync }: Host, draftId: string, run: string): Promise<void> {
  must(await sync.run("Bank"));
  must(await sync.runs.start("Bank", draftId));
  const participants = must(sync.runs.get("Bank", run)).seen?.participants.map(({ id }) => id) ?? [];
  must(await sync.runs.command("Bank", run, { kind: "prolong", days: 3 }));
  must(await sync.runs.command("Bank", run, { kind: "remind", participants }));
  must(await sync.runs.command("Bank", run, { kind: "cancel" }));
  must(await sync.runs.command("Bank", run, { kind: "trash" }));
  must(await sync.run("Bank"));
}
