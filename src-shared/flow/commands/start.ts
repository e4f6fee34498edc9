import { type CommandOf, type EventOf, type Instant, plusDaysSameLocalTime, type Refusal } from "../model/index.ts";
import { refuse } from "./transaction.ts";

/**
 * Whether a start may go ahead [G1]; the caller has already checked the draft's diagnostics and that the documents are
 * free.
 */
export function refuseStart(command: CommandOf<"start">): Refusal | undefined {
  const { participants, documents } = command.draft.parameters;
  if (command.participantIds.length !== participants.length) {
    const message = `${participants.length} participants need as many ids; ${command.participantIds.length} came.`;
    return refuse("request_parameters_invalid", "G1", message);
  }
  const names = new Set(command.documents.map((document) => document.name));
  const missing = Object.keys(documents).find((name) => !names.has(name));
  if (missing === undefined) return undefined;
  return refuse("request_parameters_invalid", "G1", `The document "${missing}" was not found; choose its PDF again.`);
}

/** The first event of an instance. Its participants and documents keep the order of the command. */
export function started(command: CommandOf<"start">, at: Instant): EventOf<"started"> {
  const { draft, documents, timeZone, recordEndUserInfo } = command;
  return {
    type: "started",
    at,
    rules: 1,
    title: draft.title,
    flowKind: draft.flowKind,
    folderId: draft.folderId,
    process: draft.process,
    participants: draft.parameters.participants.map((participant, index) => ({
      ...participant,
      participantId: command.participantIds[index] ?? "",
    })),
    documents,
    messages: draft.parameters.messages,
    settings: { ...draft.settings, timeZone },
    callback: draft.callback,
    duration: draft.duration,
    timeoutAt: plusDaysSameLocalTime(at, draft.duration, timeZone),
    forkOf: null,
    recordEndUserInfo,
  };
}
