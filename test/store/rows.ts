import type {
  AccountRow,
  CallbackAttempt,
  CallbackRow,
  DocumentRow,
  DraftFile,
  DraftRow,
  InstanceRow,
  JobRow,
  LinkRow,
  MailRow,
  SessionRow,
} from "../../src-main/store/index.ts";
import type { FlowEvent } from "../../src-shared/flow/index.ts";

/** 2026-01-01T00:00:00Z. */
export const START = 1_767_225_600_000;

export function instanceRow(id: string, change: Partial<InstanceRow> = {}): InstanceRow {
  return {
    id,
    title: `Agreement ${id}`,
    status: "in_progress",
    trashed: false,
    origin: "local",
    clockId: "real",
    accountId: "1",
    folderId: null,
    draftId: null,
    forkOf: null,
    stage: "Signatures",
    waitingFor: ["alice", "bob"],
    wakesAt: null,
    startedAt: START,
    lastEventAt: START,
    timeoutAt: START + 1000,
    lastSeq: 0,
    ...change,
  };
}

export function acted(participant: string, document = "contract", at = START): FlowEvent {
  return { type: "acted", at, participant, verb: "sign", document, authentication: null, signature: null };
}

export function jobRow(id: string, change: Partial<JobRow> = {}): JobRow {
  return {
    id,
    instanceId: "i1",
    clockId: "real",
    kind: "reminder",
    dueAt: START,
    wall: false,
    attempts: 0,
    payload: { entry: 1 },
    deferredFrom: null,
    ...change,
  };
}

export function draftFile(path: string): DraftFile {
  return { path, fileSha256: "aa", draftSha256: "bb", documents: { "./a.pdf": "1001" } };
}

export function draftRow(key: string, change: Partial<DraftRow> = {}): Omit<DraftRow, "id" | "revision"> {
  return {
    key,
    accountId: "1",
    title: `Draft ${key}`,
    text: "dsl-version: 0.3.0\n",
    goodText: "dsl-version: 0.3.0\n",
    format: "yaml",
    errors: 0,
    warnings: 2,
    folderId: null,
    archived: false,
    wallCreated: START,
    wallModified: START,
    ...change,
  };
}

export function documentRow(key: string, change: Partial<DocumentRow> = {}): Omit<DocumentRow, "id"> {
  return {
    key,
    accountId: "1",
    title: "Contract",
    fileName: "contract.pdf",
    sha256: "aa",
    size: 1234,
    pages: 3,
    removed: [],
    instanceId: null,
    name: null,
    state: null,
    sealedSha256: null,
    wallCreated: START,
    ...change,
  };
}

export function mailRow(id: string, change: Partial<MailRow> = {}): MailRow {
  return {
    id,
    instanceId: "i1",
    notification: 1,
    participant: "Åsa",
    method: "email",
    kind: "invitation",
    to: "asa@example.test",
    subject: "Please sign",
    text: "Hello, sign here: {{link}}",
    html: "<p>{{link}}</p>",
    attachments: [{ name: "contract.pdf", sha256: "aa", size: 1234 }],
    codeRef: null,
    status: "queued",
    reason: null,
    sentAt: START,
    wallSent: START + 1,
    ...change,
  };
}

export function callbackRow(eventId: string, change: Partial<CallbackRow> = {}): CallbackRow {
  return {
    eventId,
    instanceId: "i1",
    sequence: 1,
    type: "completed",
    url: "http://127.0.0.1:9/",
    body: { version: 1, nested: { list: [1, "two", null] } },
    state: "waiting",
    attempts: 0,
    nextAttemptAt: START,
    createdAt: START,
    ...change,
  };
}

export function attemptRow(eventId: string, attempt: number, change: Partial<CallbackAttempt> = {}): CallbackAttempt {
  return {
    eventId,
    attempt,
    at: START,
    wallAt: START + 1,
    durationMs: 12.5,
    requestHeaders: { "webhook-id": eventId },
    status: 200,
    responseHeaders: { "content-type": "text/plain" },
    responseBody: "ok",
    error: null,
    ...change,
  };
}

export function accountRow(email: string, change: Partial<AccountRow> = {}): Omit<AccountRow, "id"> {
  return { email, name: "Author", passwordHash: "scrypt", twoFactor: false, recordEndUserInfo: true, ...change };
}

export function sessionRow(tokenHash: string, change: Partial<SessionRow> = {}): SessionRow {
  return {
    tokenHash,
    accountId: null,
    instanceId: "i1",
    participant: "alice",
    csrf: "csrf",
    wallCreated: START,
    wallExpires: START + 1000,
    ...change,
  };
}

export function linkRow(instanceId: string, participant: string, participantId: string): LinkRow {
  return {
    instanceId,
    participant,
    participantId,
    secretHash: `hash-${participantId}`,
    sealedSecret: new Uint8Array([1, 2, 255]),
  };
}
