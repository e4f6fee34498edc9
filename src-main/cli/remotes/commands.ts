import { type Command, InvalidArgumentError } from "commander";
import type { InstanceCommand } from "../../../src-shared/sync/index.ts";

type Settle = (code: number) => void;
/** Reads the name of a folder. */
type Folder = (value: string) => string;

const PLAIN: readonly (readonly [Exclude<InstanceCommand["kind"], "prolong" | "remind">, string])[] = [
  ["cancel", "cancel a run and its documents that are not sealed"],
  ["trash", "move a run to the trash of the service"],
  ["restore", "restore a run from the trash"],
  ["delete", "delete a run in the trash for good"],
];

/** Most days by which a deadline can be extended. */
const MOST_DAYS_MORE = 365;

const ALONE = "workspace folder, which no other Countersign has open";
/** For read-only commands. */
const SHARED = "workspace folder, which may be open in the app";

/** `countersign remote`: each command's code is imported on use. */
export function addRemoteCommands(remote: Command, settle: Settle, folder: Folder): void {
  remote.description("real runs on remote accounts, for real people (docs/sync.md)");
  const commands = () => import("./remote.ts");
  const command = (name: string, description: string, where = ALONE): Command =>
    remote.command(name).description(description).requiredOption("--workspace <dir>", where, folder);
  const ofAccount = (name: string, description: string, where = ALONE): Command =>
    command(name, description, where)
      .requiredOption("--account <name>", "the account's name")
      .option("--json", "print the result as JSON");
  const sending = (name: string, description: string): Command =>
    ofAccount(name, description).option("--dry-run", "change nothing, and list what would be sent");

  sending("start", "list whom the service will write to, and start a draft on an account")
    .argument("<draft>", "the draft's id or title")
    .option("--recipients <n>", "how many people get mail or SMS; asked for where they are more than three", count)
    .action(async (draft: string, options) => settle(await (await commands()).startRemote(draft, options)));
  sending("publish", "create a draft on an account whose service takes only new drafts; each call creates another")
    .argument("<draft>", "the draft's id or title")
    .action(async (draft: string, options) => settle(await (await commands()).publishRemote(draft, options)));
  ofAccount("resolve", "say what became of a publish or a create that got no answer")
    .argument("<draft>", "the draft's id or title")
    .option("--id <id>", "it is there, and this is its id there")
    .option("--not-there", "it is not there, and may be sent again")
    .action(async (draft: string, options) => settle(await (await commands()).resolveRemote(draft, options)));
  sending(
    "drift",
    "start a draft, play a scenario through the participants' access links, and compare it with the engine here",
  )
    .argument("[draft]", "the draft's id or title; with --run, it is the run's")
    .option("--scenario <name>", "a scenario that is kept with the draft")
    .option("--run <id>", "the acts of a run here")
    .option("--recipients <n>", "how many people get mail or SMS; asked for where they are more than three", count)
    .action(async (draft: string | undefined, options) =>
      settle(await (await import("./drift.ts")).driftRemote(draft, options)),
    );
  ofAccount("report", "print the comparison of a run with the engine here", SHARED)
    .argument("<run>", "its id or key")
    .action(async (run: string, options) => settle(await (await import("./drift.ts")).driftReport(run, options)));
  command("list", "list the known runs, as last seen", SHARED)
    .option("--account <name>", "only this one (default: all)")
    .option("--json", "print the result as JSON")
    .action(async (options) => settle(await (await commands()).listRemote(options)));
  ofAccount("show", "print the last known state, changes, sealed documents and commands of a run", SHARED)
    .argument("<run>", "its id")
    .option("--links", "also print the addresses of the participants' pages, which are secrets")
    .action(async (run: string, options) => settle(await (await commands()).showRemote(run, options)));
  ofAccount("adopt", "add a run that was started elsewhere on the account")
    .argument("<run>", "its id there; - reads its id or an access link from standard input")
    .option("--start <key>", "the start without an id that it is, as `remote list` names it")
    .action(async (run: string, options) => settle(await (await commands()).adoptRemote(run, options)));
  for (const [kind, description] of PLAIN)
    sending(kind, description)
      .argument("<run>", "its id")
      .action(async (run: string, options) => settle(await (await commands()).commandRemote(run, { kind }, options)));
  sending("extend", "extend the deadline of a run")
    .argument("<run>", "its id")
    .requiredOption("--days <n>", "days after its deadline, or after now where that is later", daysMore)
    .action(async (run: string, { days, ...options }) =>
      settle(await (await commands()).commandRemote(run, { kind: "prolong", days }, options)),
    );
  sending("remind", "remind participants who have something to do")
    .argument("<run>", "its id")
    .option("--participant <name...>", "only these (default: everybody who is asked for something)")
    .action(async (run: string, options) => settle(await (await commands()).remindRemote(run, options)));
  ofAccount("documents", "write the sealed documents of a run to a new folder", SHARED)
    .argument("<run>", "its id")
    .requiredOption("--out <folder>", "a new folder", folder)
    .action(async (run: string, options) => settle(await (await commands()).documentsRemote(run, options)));
  ofAccount("clear", "remove answered commands from a run's list")
    .argument("<run>", "its id")
    .option("--waiting", "also those that wait: they are not sent any more")
    .action(async (run: string, options) => settle(await (await commands()).clearRemote(run, options)));
  ofAccount("forget", "remove a run here; it stays on the service")
    .argument("<run>", "its id, or its key where its id is not known")
    .action(async (run: string, options) => settle(await (await commands()).forgetRemote(run, options)));
}

function count(value: string): number {
  const parsed = Number(value);
  if (!Number.isSafeInteger(parsed) || parsed < 1) throw new InvalidArgumentError("Give a whole number from 1 on.");
  return parsed;
}

function daysMore(value: string): number {
  const parsed = Number(value);
  if (!Number.isInteger(parsed) || parsed < 1 || parsed > MOST_DAYS_MORE)
    throw new InvalidArgumentError(`Give a whole number of days from 1 to ${MOST_DAYS_MORE}.`);
  return parsed;
}
