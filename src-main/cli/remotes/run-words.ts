import { commandInWords, type InstanceChange } from "../../../src-shared/sync/index.ts";
import type { RemoteRun } from "../../host/index.ts";
import { oneLine, plural } from "../terminal-text.ts";

const STATES: Readonly<Record<RemoteRun["state"], string>> = {
  starting: "starting: its start has no answer yet",
  perhaps_started: "perhaps started: look for it on the service, adopt it, or forget it",
  id_unknown: "started, its id is not known: adopt it by its id there or an access link",
  up_to_date: "up to date",
  refused: "the last look was refused",
  deleted_there: "deleted there",
};

const COMMANDS: Readonly<Record<RemoteRun["commands"][number]["state"], string>> = {
  waiting: "waits",
  sending: "was sent, and has no answer yet",
  done: "done",
  refused: "refused",
  perhaps_sent: "perhaps sent: it is not sent again automatically",
};

/** UTC, to the second. */
const time = (wall: number): string => `${new Date(wall).toISOString().slice(0, 19)}Z`;

/** A run on one line. */
export function runOnALine(run: RemoteRun): string {
  const { key, id, seen, state, commands } = run;
  const status = seen === null ? STATES[state] : `${spelled(seen.status)}${seen.trashed ? ", in the trash" : ""}`;
  const open = commands.filter((one) => one.state !== "done").length;
  const more = [
    ...(state === "up_to_date" || seen === null ? [] : [STATES[state]]),
    ...(open === 0 ? [] : [`${plural(open, "command")} open`]),
  ];
  return `${id ?? key}  ${oneLine(run.title || "Untitled")}: ${[status, ...more].join("; ")}\n`;
}

/** A run with everything known about it. */
export function runInWords(run: RemoteRun): string {
  const { seen, why } = run;
  const lines = [
    runOnALine(run).trimEnd(),
    `  State: ${STATES[run.state]}${why === null ? "" : `. ${oneLine(why)}`}`,
    ...(run.wallLooked === null ? [] : [`  Last look: ${time(run.wallLooked)}`]),
    ...(seen?.stage ? [`  Stage: ${oneLine(seen.stage)}`] : []),
    ...(seen?.timeout ? [`  Deadline: ${time(seen.timeout)}`] : []),
    ...(seen?.pending ?? []).map((act) => `  Asked: ${oneLine(`${act.user} to ${act.type} ${act.document}`)}`),
    ...(seen?.participants ?? []).map((one) => `  Participant: ${oneLine(one.name)} (${one.id})`),
    ...run.files.map((file) => `  Sealed document ${documentName(run, file.documentId)}: ${sealInWords(file)}`),
    ...run.changes.map((change) => `  ${sentence(change)}, between ${time(change.from)} and ${time(change.to)}`),
    ...run.commands.map(
      (one) =>
        `  Command: ${commandInWords(one.command)}: ${COMMANDS[one.state]}${one.why === null ? "" : `. ${oneLine(one.why)}`}`,
    ),
  ];
  return `${lines.join("\n")}\n`;
}

/** By the name that the process has for it, where the service shows one, with its id there. */
function documentName({ seen }: RemoteRun, id: string): string {
  const name = seen?.documents.find((document) => document.id === id)?.name;
  return name === undefined ? id : `${oneLine(name)} (${id})`;
}

/** The result of checking a sealed document's seal. */
export const sealInWords = ({ valid, signer, reason, size }: RemoteRun["files"][number]): string =>
  valid ? `sealed by ${signer ?? "nobody"}, valid, ${size} bytes` : `not valid: ${reason ?? "it has no seal"}`;

const spelled = (status: string): string => oneLine(status.replaceAll("_", " "));

/** An instance's change as a sentence. Names of statuses and actions are as the service gives them. */
function sentence({ what, name, before, after }: InstanceChange): string {
  const subject = name === null ? "" : oneLine(name);
  const [was, is] = [before, after].map((value) => (value === null ? "none" : oneLine(String(value))));
  switch (what) {
    case "status":
      return `Status: ${spelled(String(before))} → ${spelled(String(after))}`;
    case "timeout":
      return `Deadline: ${typeof before === "number" ? time(before) : "none"} → ${typeof after === "number" ? time(after) : "none"}`;
    case "trashed":
      return after === "yes" ? "Put into the trash" : "Taken out of the trash";
    case "gone":
      return "Deleted";
    case "back":
      return "There again";
    case "act":
      return after === null ? `${subject} is no longer asked to ${was}` : `${subject} is asked to ${is}`;
    case "participant":
      return after === null ? `Participant ${subject} is gone` : `Participant ${subject} has the id ${is}`;
    case "document":
      return `Document ${subject}: ${was} → ${is}`;
    case "admin_action":
      return after === null ? `The author can no longer ${subject}` : `The author can ${subject}`;
    default:
      return `${what === "title" ? "Title" : "Stage"}: ${was} → ${is}`;
  }
}
