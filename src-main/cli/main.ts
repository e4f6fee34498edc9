import { Command, CommanderError, type HelpConfiguration, InvalidArgumentError, Option } from "commander";
import { MOST_RETENTION_DAYS } from "../../src-shared/service/index.ts";
import { appVersion } from "../host/index.ts";
import type { CertificateAction } from "./certificate.ts";
import { DONE, EXIT_CODES, NOT_DONE } from "./exit-codes.ts";
import { ROOT } from "./paths.ts";
import { addRemoteCommands } from "./remotes/commands.ts";
import { isUnread, printable } from "./terminal-text.ts";

function port(value: string): number {
  const parsed = Number(value);
  if (!Number.isInteger(parsed) || parsed < 0 || parsed > 65_535)
    throw new InvalidArgumentError("A port is a whole number from 0 to 65535.");
  return parsed;
}

/** An empty one would mean the current folder, which nobody named. */
function folder(value: string): string {
  if (value.trim() === "") throw new InvalidArgumentError("Name the workspace's folder.");
  return value;
}

/** An empty one, as from an unset variable, would also mean the current folder. */
function file(value: string): string {
  if (value.trim() === "") throw new InvalidArgumentError("Name a file.");
  return value;
}

const files = (value: string, before: readonly string[] = []): string[] => [...before, file(value)];

function states(value: string): number {
  const parsed = Number(value);
  if (!Number.isSafeInteger(parsed) || parsed < 1)
    throw new InvalidArgumentError("Name a number of states, such as 200000.");
  return parsed;
}

/** @param unset the word for no number, because its meaning differs between options */
const daysOr =
  (unset: "never" | "default") =>
  (value: string): number | "unset" => {
    if (value === unset) return "unset";
    const parsed = Number(value);
    const word = unset === "default" ? "default for the service's own number" : unset;
    if (!Number.isInteger(parsed) || parsed < 1 || parsed > MOST_RETENTION_DAYS)
      throw new InvalidArgumentError(`Give a number of days from 1 to ${MOST_RETENTION_DAYS}, or ${word}.`);
    return parsed;
  };

function apiVersion(value: string): string {
  if (!/^\d+\.\d+\.\d+$/.test(value)) throw new InvalidArgumentError("A version is written as in 0.45.0.");
  return value;
}

/** The first of the choices is the default. */
const oneOf = (flags: string, description: string, choices: readonly string[]): Option =>
  new Option(flags, description).choices(choices).default(choices[0]);

/** Fits 80 columns: terms without [options], and descriptions wrapped however narrow their column is. */
const HELP: HelpConfiguration = {
  minWidthToWrap: 20,
  subcommandTerm: (command) => `${command.name()} ${command.usage().replace("[options]", "").trim()}`.trim(),
};

/** Each command's code is imported on use: `lint` must not wait for the database. */
function build(settle: Settle): Command {
  const program = new Command("countersign")
    .description("Design signing flows, run them offline, and see everything that they send.")
    .version(appVersion(ROOT))
    .exitOverride()
    .configureHelp(HELP)
    .showHelpAfterError("Run `countersign help` for the commands.")
    .addHelpText("after", EXIT_CODES);
  addFlowCommands(program, settle);
  addWorkspaceCommands(program, settle);
  for (const command of program.commands) pointToHelp(command, program.name());
  return program;
}

/** A usage error points to the help of its own command, not to the list of commands. */
function pointToHelp(command: Command, parent: string): void {
  const name = `${parent} ${command.name()}`;
  command.showHelpAfterError(`Run \`${name} --help\` to see how it is used.`);
  for (const below of command.commands) pointToHelp(below, name);
}

type Settle = (code: number) => void;

/** Commands on flow files. */
function addFlowCommands(program: Command, settle: Settle): void {
  program
    .command("lint")
    .description("check flow files for errors; exit 1 if there are any")
    .argument("<file...>", "flow files or bare processes, YAML or JSON; - is standard input", files)
    .addOption(oneOf("--format <format>", "output format of the problems", ["text", "json", "sarif"]))
    .option("--target <version>", "also check for a service of this api_version, such as 0.45.0", apiVersion)
    .action(async (files: string[], options) => settle(await (await import("./lint.ts")).lint(files, options)));
  program
    .command("check")
    .description(
      "find what can go wrong in any run of a flow, each with a run that shows it; exit 1 if an error is found",
    )
    .argument("<file...>", "flow files, YAML or JSON; - is standard input", files)
    .option("--json", "print the result as JSON")
    .addOption(new Option("--sarif", "print the result as SARIF").conflicts("json"))
    .option("--budget <states>", "most states of one flow (default 200000)", states)
    .option("--strict", "exit 1 also if the budget was not enough")
    .option("--unreduced", "explore every order of every act, for comparison")
    .action(async (files: string[], options) => settle(await (await import("./check.ts")).checkFiles(files, options)));
  program
    .command("test")
    .description("play scenarios of flows on a virtual clock; exit 1 if one fails")
    .argument("<file...>", "scenario files, each names its flow", files)
    .addOption(oneOf("--reporter <reporter>", "output format of the results", ["pretty", "junit", "tap", "json"]))
    .option("--coverage", "also list what no scenario covers, each with a run that does")
    .option(
      "--write-missing <file>",
      "write scenarios for what none covers to a new file; an existing file is never overwritten",
    )
    .action(async (files: string[], options) =>
      settle(await (await import("./scenarios/scenarios.ts")).testScenarios(files, options)),
    );
  program
    .command("format")
    .description("format flow files, keeping comments")
    .argument("<file...>", "flow files or bare processes, YAML or JSON; - is standard input", files)
    .option("--check", "write nothing; exit 1 if a file is not formatted")
    .action(async (files: string[], options) => settle(await (await import("./format.ts")).format(files, options)));
  program
    .command("diff")
    .description("list what changed between two flow files; exit 1 if anything did")
    .argument("<before>", "flow file", file)
    .argument("<after>", "flow file", file)
    .addOption(oneOf("--format <format>", "output format of the changes", ["text", "json"]))
    .option("--behaviour", "compare what people can do, each difference with a run")
    .option("--budget <states>", "most states that --behaviour compares (default 200000)", states)
    .action(async (before: string, after: string, options) =>
      settle(await (await import("./diff.ts")).diff(before, after, options)),
    );
  program
    .command("run")
    .description(
      "start a flow file, play every participant, and show what happens; exit 1 unless it completes and every seal verifies",
    )
    .argument("<file>", "flow file, or a zip of one with its PDFs", file)
    .option("--workspace <dir>", "workspace folder (default: a temporary one, which is kept)", folder)
    .option("--receiver", "send the callbacks to a built-in receiver on localhost")
    .option("--reminders", "let reminders fall due on the virtual clock before anybody acts")
    .option("--bundle <file>", "write the evidence of the run to this file, such as run.asice", file)
    .option("--json", "print the result as JSON")
    .action(async (file: string, options) => settle(await (await import("./run.ts")).run(file, options)));
}

/** Commands on workspaces. */
function addWorkspaceCommands(program: Command, settle: Settle): void {
  program
    .command("verify")
    .description(
      "check every history, document and seal of a workspace, an evidence bundle, or the seal of a PDF; exit 1 if something is damaged",
    )
    .argument(
      "<workspace>",
      "workspace folder, which may be open in another Countersign; or an .asice or a .pdf file",
      folder,
    )
    .option("--json", "print the result as JSON")
    .action(async (named: string, options) => settle(await (await import("./verify.ts")).verify(named, options)));
  program
    .command("evidence")
    .description(
      "write the evidence of every ended run to a new folder, one file each; exit 1 if one cannot be exported",
    )
    .argument("<workspace>", "workspace folder; it may be open in another Countersign", folder)
    .requiredOption("--out <folder>", "a new folder", folder)
    .action(async (dir: string, options) => settle(await (await import("./evidence.ts")).evidence(dir, options)));
  addCertificateCommands(program.command("certificate"), settle);
  addAccountCommands(program.command("account"), settle);
  addRemoteCommands(program.command("remote"), settle, folder);
  program
    .command("sync")
    .description(
      "sync drafts with remote accounts, send waiting commands, and check their runs; exit 3 with conflicts, 4 if something was refused or perhaps sent, 5 if a service could not be reached",
    )
    .requiredOption("--workspace <dir>", "workspace folder, which no other Countersign has open", folder)
    .option("--account <name>", "only this one (default: all)")
    .option("--dry-run", "change nothing, and list what would be sent")
    .option("--json", "print one JSON object per account, one per line")
    .action(async (options) => settle(await (await import("./remotes/sync.ts")).sync(options)));
  program
    .command("history")
    .description("write an instance's history to stdout; without an instance, list the instances")
    .argument("<workspace>", "workspace folder; it may be open in another Countersign", folder)
    .argument("[instance]", "its id")
    .addOption(oneOf("--format <format>", "output format of the history", ["jsonl", "csv"]))
    .action(async (dir: string, instance: string | undefined, options) => {
      const { histories, history } = await import("./history.ts");
      settle(instance === undefined ? histories(dir) : await history(dir, instance, options));
    });
  program
    .command("serve")
    .description("serve the workflow service interface on 127.0.0.1 for other programs")
    .requiredOption("--workspace <dir>", "workspace folder", folder)
    .option("--port <n>", "port of the service (0: any free one; default: the workspace's own)", port)
    .addOption(oneOf("--clock <clock>", "clock of instances that are started over HTTP", ["real", "virtual"]))
    .option("--credentials <file>", "read the credentials from this file, or write them to it", file)
    .action(async (options) => settle(await (await import("./serve.ts")).serve(options)));
  program
    .command("open")
    .description("open the app in the browser")
    .argument("[file]", "a flow file to open; the app reports its changes on disk and can save to it", file)
    .option("--workspace <dir>", "workspace folder (default: Countersign in the home folder)", folder)
    .option("--port <n>", "port of the app (0: any free one)", port)
    .option("--no-browser", "only print the address")
    .option("--read-only", "view and export only: for a newer version's workspace, or one that is open elsewhere")
    .action(async (file: string | undefined, options) => settle(await (await import("./open.ts")).open(options, file)));
}

function addAccountCommands(account: Command, settle: Settle): void {
  account.description("remote accounts to sync drafts with (docs/sync.md)");
  const commands = () => import("./remotes/account.ts");
  account
    .command("add")
    .description("check what an account can do, and add it")
    .argument("<name>", "what to call it here")
    .requiredOption("--url <url>", "the service's address: https, or http on this machine")
    .option(
      "--credentials <file>",
      "a file of mode 0600, as serve --credentials writes it (default: the variable COUNTERSIGN_CREDENTIALS)",
    )
    .option("--dialect <file>", "JSON file with the paths and names of the service, if they differ from the interface")
    .addOption(
      new Option("--bind <drafts>", "drafts of the workspace to sync with it; own: all but unchanged examples")
        .choices(["all", "own", "none"])
        .default("none"),
    )
    .requiredOption("--workspace <dir>", "workspace folder, which no other Countersign has open", folder)
    .action(async (name: string, options) => settle(await (await commands()).addAccount(name, options)));
  account
    .command("list")
    .description("print the accounts and what each can do")
    .requiredOption("--workspace <dir>", "workspace folder, which may be open in the app", folder)
    .action(async (options) => settle(await (await commands()).listAccounts(options)));
  account
    .command("check")
    .description("check what an account can do; syncs again if it was stopped")
    .argument("<name>", "its name")
    .option("--credentials <file>", "its new credentials, a file of mode 0600")
    .requiredOption("--workspace <dir>", "workspace folder, which no other Countersign has open", folder)
    .action(async (name: string, options) => settle(await (await commands()).checkAccount(name, options)));
  account
    .command("address")
    .description("check the account at another address, and use that address")
    .argument("<name>", "its name")
    .argument("<url>", "the service's new address: https, or http on this machine")
    .requiredOption("--workspace <dir>", "workspace folder, which no other Countersign has open", folder)
    .action(async (name: string, url: string, options) =>
      settle(await (await commands()).setAddress(name, url, options)),
    );
  account
    .command("retention")
    .description("print how long the service keeps the account's runs, or change it, now or with the next sync")
    .argument("<name>", "its name")
    .option("--completed <days>", "days until completed runs go to the trash, or never", daysOr("never"))
    .option("--failed <days>", "days until failed and canceled runs go to the trash, or never", daysOr("never"))
    .option("--timed-out <days>", "days until runs that timed out go to the trash, or never", daysOr("never"))
    .option("--trashed <days>", "days in the trash until they are deleted, or default", daysOr("default"))
    .option("--discard", "take back a change that the service has not taken yet")
    .option("--json", "print the result as JSON")
    .requiredOption("--workspace <dir>", "workspace folder, which, to change it, no other Countersign has open", folder)
    .action(async (name: string, options) =>
      settle(await (await import("./remotes/retention.ts")).accountRetention(name, options)),
    );
  account
    .command("remove")
    .description("remove an account and its credentials here; nothing is deleted on the service")
    .argument("<name>", "its name")
    .addOption(
      new Option("--drafts <become>", "what becomes of its drafts here").choices(["keep", "archive"]).default("keep"),
    )
    .requiredOption("--workspace <dir>", "workspace folder, which no other Countersign has open", folder)
    .action(async (name: string, options) => settle(await (await commands()).removeAccount(name, options)));
}

function addCertificateCommands(certificate: Command, settle: Settle): void {
  certificate.description("show, export or replace the certificate that a workspace seals with");
  const run = (action: CertificateAction) => async (options: { workspace: string; passwordFile?: string }) =>
    settle(await (await import("./certificate.ts")).certificate(action, options));
  certificate
    .command("show")
    .description("print its name, how long it is valid, and its SHA-256")
    .requiredOption("--workspace <dir>", "workspace folder", folder)
    .action(run({ name: "show" }));
  certificate
    .command("export")
    .description("write it as PEM, without its key, for people who check seals")
    .argument("<file>", "a new file, such as seal.pem")
    .requiredOption("--workspace <dir>", "workspace folder", folder)
    .action((file: string, options) => run({ name: "export", file })(options));
  certificate
    .command("use")
    .description("from now on, seal with the RSA key and certificate of a PKCS#12 file")
    .argument("<file>", "a .p12 or .pfx file")
    .requiredOption("--workspace <dir>", "workspace folder, which no other Countersign has open", folder)
    .option("--password-file <file>", "a file with the password (default: the variable COUNTERSIGN_PKCS12_PASSWORD)")
    .action((file: string, options) => run({ name: "use", file })(options));
  certificate
    .command("reset")
    .description("delete it: the next seal makes a new, simulated one")
    .requiredOption("--workspace <dir>", "workspace folder, which no other Countersign has open", folder)
    .action(run({ name: "reset" }));
}

/**
 * `countersign lint … | head` stops reading early: the command still runs to its exit code, which may be all that the
 * caller needs. Any other error, such as a full disk, is reported.
 */
function endWithoutOutput(cause: NodeJS.ErrnoException): void {
  if (isUnread(cause)) return;
  process.stderr.write(
    `The output was not written (${cause.message}). Free some space there, or write it elsewhere, then try again.\n`,
  );
  process.exit(NOT_DONE);
}

/**
 * Runs the command line.
 * @param args without the program's name.
 * @returns the exit code; a command that keeps running (`serve`, `open`) resolves when it is stopped.
 */
export async function main(args: readonly string[]): Promise<number> {
  let code = DONE;
  process.stdout.on("error", endWithoutOutput);
  // Without a reader for messages, only the exit code can report the result.
  process.stderr.on("error", () => undefined);
  try {
    const program = build((settled) => {
      code = settled;
    });
    if (args.length === 0) {
      program.outputHelp();
      return NOT_DONE;
    }
    await program.parseAsync([...args], { from: "user" });
  } catch (cause) {
    if (cause instanceof CommanderError) return cause.exitCode === 0 ? DONE : NOT_DONE;
    const { explain } = await import("./explain-error.ts");
    const { sentence, exitCode } = explain(cause);
    process.stderr.write(printable(`${sentence}\n`));
    return exitCode;
  }
  return code;
}
