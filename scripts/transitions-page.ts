import {
  CONDITIONS,
  type CommandType,
  type Condition,
  NOT_THERE,
  type Refusal,
  refusalOf,
  START_TWICE,
  transitions,
} from "../src-shared/flow/index.ts";
import { transitionNotes } from "./transition-notes.ts";

/** `docs/transitions.md`: the flow room's transition table as a page for people. */

const COMMANDS: readonly CommandType[] = ["start", ...(Object.keys(transitions) as Exclude<CommandType, "start">[])];

const WHO = {
  author: "the author",
  participant: "a participant",
  "participant or author": "a participant or the author",
  clock: "the clock",
  world: "a finished effect",
};

function refusal(command: CommandType, condition: Condition): Refusal | undefined {
  if (command === "start") return condition === "none" ? undefined : START_TWICE;
  return condition === "none" ? NOT_THERE : refusalOf(command, condition);
}

/** Where an accepted command leads: "in_progress or finalising". */
function destination(command: CommandType, condition: Condition): string {
  const { leadsTo } = transitionNotes[command];
  return (leadsTo === "same" ? [condition] : leadsTo).map((to) => `\`${to}\``).join(" or ");
}

function overview(): string[] {
  const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [
    row(["command", ...CONDITIONS.map((condition) => `\`${condition}\``)]),
    row(["---", ...CONDITIONS.map(() => "---")]),
    ...COMMANDS.map((command) =>
      row([
        `[\`${command}\`](#${command})`,
        ...CONDITIONS.map((condition) => {
          const refused = refusal(command, condition);
          return refused === undefined ? "**yes**" : refused.rule;
        }),
      ]),
    ),
  ];
}

/** Conditions that answer alike share a line. */
function refusals(command: CommandType): string[] {
  const lines = new Map<string, Condition[]>();
  for (const condition of CONDITIONS) {
    const refused = refusal(command, condition);
    if (refused === undefined) continue;
    const line = `\`${refused.code}\` ${refused.rule} | ${refused.message}`;
    lines.set(line, [...(lines.get(line) ?? []), condition]);
  }
  return [...lines].map(([line, conditions]) => `| ${conditions.map((one) => `\`${one}\``).join(", ")} | ${line} |`);
}

function section(command: CommandType): string[] {
  const note = transitionNotes[command];
  const accepted = CONDITIONS.filter((condition) => refusal(command, condition) === undefined);
  return [
    "",
    `## ${command}`,
    "",
    `Sent by ${WHO[note.by]}. ${note.does}`,
    "",
    "| condition | answer | sentence, or where it leads |",
    "| --- | --- | --- |",
    ...accepted.map((condition) => `| \`${condition}\` | accepted | leads to ${destination(command, condition)} |`),
    ...refusals(command),
    ...(note.guards.length === 0 ? [] : ["", "Also refused, under an accepting condition, when", ""]),
    ...note.guards.map(({ code, rule, when }) => `- ${when}: \`${code}\` ${rule}`),
  ];
}

/** The whole page, as it must stand in `docs/transitions.md`. */
export function transitionsPage(): string {
  return [
    "# What a flow takes, and when",
    "",
    "Made by `node scripts/make-transitions.ts` from `src-shared/flow/decide/transitions.ts`; a test fails when it is stale.",
    "",
    "A running flow changes by commands only. Each row below is one command, each column a condition that the flow can be",
    "in: not there, in one of its statuses, or in the trash. **yes** means that the command is taken; otherwise the cell",
    "names the rule that refuses it. A refused command changes nothing. The rules stand in [engine.md](engine.md): G for the",
    "flow, U for authentication, C for time.",
    "",
    ...overview(),
    "",
    "Deleting is not in the table, as no flow is left of it: only one in the trash can be deleted (G11).",
    ...COMMANDS.flatMap(section),
    "",
  ].join("\n");
}
