import path from "node:path";
import type { Host, SyncReport } from "../../host/index.ts";
import { openWorkspace } from "../../host.ts";
import { DONE } from "../exit-codes.ts";
import { Refusal } from "../explain-error.ts";
import { logToStderr } from "../log.ts";
import { oneLine, printable } from "../terminal-text.ts";

export interface SyncOptions {
  readonly workspace: string;
  readonly account?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** Exit codes of this command alone, the worst of its accounts'. */
export const SYNC_CODES = { conflicts: 3, refused: 4, unreachable: 5 } as const;

/** `countersign sync`: every account, or one. @throws Refusal where there is no such account */
export async function sync({ workspace, account, dryRun = false, json = false }: SyncOptions): Promise<number> {
  const host = await openWorkspace({ dir: path.resolve(workspace), log: logToStderr });
  let code: number = DONE;
  try {
    for (const name of namesOf(host, account)) {
      const result = await host.sync.run(name, { dryRun });
      if (!result.ok) throw new Refusal(result.error.message);
      process.stdout.write(
        json ? `${JSON.stringify(asJson(result.value, dryRun))}\n` : printable(inWords(host, result.value)),
      );
      code = Math.max(code, codeOf(result.value));
    }
  } finally {
    await host.close();
  }
  return code;
}

function namesOf({ sync }: Host, account: string | undefined): readonly string[] {
  if (account !== undefined) return [account];
  const names = sync.accounts().map(({ name }) => name);
  if (names.length > 0) return names;
  throw new Refusal("There is no remote account in this workspace: add one with `countersign account add`.");
}

function codeOf({ unreachable, refused, perhaps, conflicts }: SyncReport): number {
  if (unreachable !== null) return SYNC_CODES.unreachable;
  if (refused.length + perhaps.length > 0) return SYNC_CODES.refused;
  return conflicts.length > 0 ? SYNC_CODES.conflicts : DONE;
}

function asJson({ planned, unreachable, canceled: _byNobody, ...report }: SyncReport, dryRun: boolean): unknown {
  return { ...report, ...(unreachable !== null && { unreachable }), ...(dryRun && { planned }) };
}

function inWords(host: Host, report: SyncReport): string {
  const lists = (["pushed", "pulled", "merged", "archived"] as const).map((kind) => `${report[kind].length} ${kind}`);
  const { drafts } = host;
  const titles = new Map(drafts.list({ limit: 500 }).items.map(({ key, title }) => [key, title]));
  const titleOf = (key: string) => oneLine(titles.get(key) ?? key);
  const lines = [
    `${report.account}: ${lists.join(", ")}; ${report.requests} requests.`,
    ...report.planned.map(({ what, method, path }) => `  Would send: ${oneLine(what)} (${method} ${path})`),
    ...report.conflicts.map(
      ({ draft, path }) => `  Conflict in ${titleOf(draft)}: ${oneLine(path.join("/") || "the whole draft")}`,
    ),
    ...report.refused.map(({ what, why }) => `  Refused: ${oneLine(what)}. ${oneLine(why)}`),
    ...report.perhaps.map(({ what, why }) => `  Perhaps sent: ${oneLine(what)}. ${oneLine(why)}`),
    ...(report.unreachable === null ? [] : [`  Not reached: ${oneLine(report.unreachable)}`]),
  ];
  return `${lines.join("\n")}\n`;
}
