import type { Call, CallName, RemoteDialect } from "../../../src-shared/dialect/index.ts";
import { COMMAND_WORDS } from "../../../src-shared/sync/index.ts";

export type RequestKind = CallName | "retention" | "token" | "accessLink";

interface Kind {
  /** What it does, for who reads what will be sent [Y16]. */
  readonly words: string;
  /** Whether it changes something there: it is not repeated without a look. */
  readonly writes: boolean;
  readonly answers: "json" | "pdf" | "nothing";
  /** Whether the account's credentials go with it. */
  readonly authorised: boolean;
  /** Whether a redirect is an answer; it is not followed. */
  readonly leads?: true;
}

const reads = (words: string): Kind => ({ words, writes: false, answers: "json", authorised: true });
const writes = (words: string, answers: Kind["answers"] = "json"): Kind => ({
  words,
  writes: true,
  answers,
  authorised: true,
});

/** Everything that an account is ever asked. */
export const requestKinds: Readonly<Record<RequestKind, Kind>> = {
  retention: reads("look whether the account can be used"),
  token: { ...writes("trade e-mail and password for credentials"), authorised: false },
  version: { ...reads("ask for the version of the interface"), authorised: false },
  drafts: reads("list the drafts"),
  draft: reads("read a draft"),
  createDraft: writes("create a draft"),
  changeDraft: writes("change a draft", "nothing"),
  removeDraft: writes("delete a draft", "nothing"),
  upload: writes("upload a document"),
  document: reads("read a document's title"),
  file: { ...reads("fetch a document"), answers: "pdf" },
  folders: reads("list the folders"),
  createFolder: writes("create a folder"),
  startInstance: writes("start a run"),
  startDraft: writes("start a draft"),
  instance: reads("look at a run"),
  trashedInstance: reads("look at a run in the trash"),
  cancelInstance: writes(COMMAND_WORDS.cancel, "nothing"),
  prolongInstance: writes(COMMAND_WORDS.prolong, "nothing"),
  remindParticipants: writes(COMMAND_WORDS.remind, "nothing"),
  trashInstance: writes(COMMAND_WORDS.trash, "nothing"),
  restoreInstance: writes(COMMAND_WORDS.restore, "nothing"),
  removeInstance: writes(COMMAND_WORDS.delete, "nothing"),
  accessLink: { ...reads("open a participant's access link"), answers: "nothing", authorised: false, leads: true },
  participantView: { ...reads("look at a run as a participant"), authorised: false },
  signDocument: { ...writes("sign a document", "nothing"), authorised: false },
  approveDocument: { ...writes("approve a document", "nothing"), authorised: false },
  rejectDocument: { ...writes("decline a document", "nothing"), authorised: false },
  rejectInstance: writes("decline a run", "nothing"),
  setRetention: writes("change the data retention", "nothing"),
};

/** The only two that the interface gives with method and path [interface 4.1, 4.2]. */
const CERTAIN: Readonly<Record<"retention" | "token", Call>> = {
  retention: { method: "GET", path: "/flow/folders/home/data_retention" },
  token: { method: "POST", path: "/api/v2/getpersonaltoken" },
};

/** How the account's service takes a request; null: it does not. */
export function callOf({ calls, accessLink }: RemoteDialect, kind: RequestKind): Call | null {
  if (kind === "accessLink") return { method: "GET", path: accessLink };
  // An account that was added by an earlier release knows nothing of later calls.
  return kind === "retention" || kind === "token" ? CERTAIN[kind] : (calls[kind] ?? null);
}

/** An id that can stand in a path, as it was given: nothing of it leads elsewhere. null: it cannot. */
export function remoteIdOf(given: unknown): string | null {
  const id = typeof given === "number" && Number.isSafeInteger(given) ? String(given) : given;
  return typeof id === "string" && /^[\w~-][\w.~:-]{0,199}$/.test(id) ? id : null;
}

interface Named {
  readonly id?: string | undefined;
  readonly document?: string | undefined;
  readonly cursor?: string | undefined;
}

/** A call's path with its id and the cursor of a list's page. */
export function pathOf(call: Call, dialect: RemoteDialect, { id = "", document = "", cursor }: Named = {}): string {
  const path = call.path
    .replaceAll("{id}", encodeURIComponent(id))
    .replaceAll("{document}", encodeURIComponent(document));
  if (cursor === undefined) return path;
  return `${path}${path.includes("?") ? "&" : "?"}${dialect.names.cursor}=${encodeURIComponent(cursor)}`;
}
