import { isUnsent, type SyncState } from "../../../src-shared/sync/index.ts";
import type { DraftSyncState, RemoteRunInList } from "../../host/index.ts";
import { oneLine, plural } from "../terminal-text.ts";

type Command = RemoteRunInList["commands"][number];

/** The app's names for them. */
const STATES: Readonly<Record<SyncState, string>> = {
  only_here: "Only here",
  up_to_date: "Up to date",
  changed_here: "Changed here",
  changed_there: "Changed there",
  sending: "Sending",
  perhaps_sent: "Perhaps sent",
  conflict: "Conflict",
  refused: "Refused",
  offline: "Offline",
  deleted_there: "Deleted there",
  deleted_here: "Deleted here",
};
const STARTS: Readonly<Partial<Record<RemoteRunInList["state"], string>>> = {
  starting: "Starting",
  perhaps_started: "Perhaps started",
  id_unknown: "Id not known",
};
const COMMANDS: Readonly<Record<Exclude<Command["command"]["kind"], "prolong">, string>> = {
  cancel: "Cancel run",
  remind: "Remind",
  trash: "Move to trash",
  restore: "Restore",
  delete: "Delete for good",
};
const COMMAND_STATES: Readonly<Record<Exclude<Command["state"], "done">, string>> = {
  waiting: "Waiting",
  sending: "No answer yet",
  refused: "Refused",
  perhaps_sent: "Perhaps sent",
};

/** Changes that a removed account never got, or possibly not, in the app's wording; "": none [Y18]. */
export function unsentInWords(drafts: readonly DraftSyncState[], runs: readonly RemoteRunInList[]): string {
  const lines = [
    ...drafts.filter(({ state }) => isUnsent(state)).map(({ title, state }) => `${titled(title)}: ${STATES[state]}`),
    ...runs.toReversed().flatMap(unsentOfRun),
  ];
  if (lines.length === 0) return "";
  const waits = runs.some(({ commands }) => commands.some(({ state }) => state === "waiting"));
  const never = waits ? "Commands that waited are never sent.\n" : "";
  return `Not on the service, or perhaps not:\n${lines.map((line) => `  ${oneLine(line)}\n`).join("")}${never}`;
}

const titled = (title: string): string => title || "Untitled";

function unsentOfRun({ key, id, title, state, seen, commands }: RemoteRunInList): readonly string[] {
  // Several runs may have one title.
  const named = `${titled(title)} (${id ?? key})`;
  const names = new Map(seen?.participants.map(({ id, name }) => [id, name]));
  const start = STARTS[state];
  return [
    ...(start === undefined ? [] : [`${named}: Start, ${start}`]),
    ...commands.flatMap(({ command, state: stands }) =>
      stands === "done" ? [] : [`${named}: ${commandInWords(command, names)}, ${COMMAND_STATES[stands]}`],
    ),
  ];
}

function commandInWords(command: Command["command"], names: ReadonlyMap<string, string>): string {
  if (command.kind === "prolong") return `Extend deadline by ${plural(command.days, "day")}`;
  const people = command.kind === "remind" ? command.participants.map((id) => names.get(id) ?? id) : [];
  return people.length === 0 ? COMMANDS[command.kind] : `${COMMANDS[command.kind]}: ${people.join(", ")}`;
}
