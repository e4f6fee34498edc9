import { readFile } from "node:fs/promises";
import { HISTORY_FILE, RUN_FILE, type RunFacts } from "../../../src-shared/evidence/index.ts";
import { isoInstant } from "../../../src-shared/flow/index.ts";
import { CODE, withLink } from "../../../src-shared/mail/index.ts";
import type { Loaded } from "../../engine/index.ts";
import { type CallbackRow, type MailRow, type StoreReads, wholeList } from "../../store/index.ts";
import { historyExport } from "../instances/history-export.ts";
import { signatureOf } from "../secrets/index.ts";
import type { Workspace } from "../workspace.ts";
import { runReport } from "./run-report.ts";

/** A file of a bundle. Its bytes are read only when it is written. */
export interface BundleFile {
  /** ASCII letters, digits, `-`, `_`, `.` and `/`. */
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: () => Promise<Uint8Array>;
}

const HTML = "text/html; charset=utf-8";
const JSON_LINES = "application/x-ndjson";
const LEFT_OUT = "(left out: it is a secret)";

/** Everything that an ended run leaves behind, without secrets: links, codes, passwords (law 9). */
export function bundleFiles(workspace: Workspace, loaded: Loaded): readonly BundleFile[] {
  const { reads, checkPage } = workspace;
  const history = historyText(reads, loaded.row.id);
  const documents = documentFiles(workspace, loaded);
  const ofRun = { instanceId: loaded.row.id };
  const mails = wholeList(reads.mail.list, ofRun).reverse();
  const callbacks = wholeList(reads.callbacks.list, ofRun).reverse();
  const facts = runFactsOf(loaded, documents);
  const report = runReport({ facts, history, mails, callbacks });
  return [
    text(RUN_FILE, "application/json", `${JSON.stringify(facts, null, 2)}\n`),
    text("report.html", HTML, report),
    ...(checkPage === null ? [] : [{ name: "check-evidence.html", mimeType: HTML, bytes: () => readFile(checkPage) }]),
    text(HISTORY_FILE, JSON_LINES, history),
    text("mails.jsonl", JSON_LINES, lines(mails.map(mailLine))),
    text("callbacks.jsonl", JSON_LINES, lines(callbacks.map((row) => callbackLine(reads, row)))),
    ...documents.map(({ file }) => file),
    ...signatureFiles(workspace, loaded),
  ];
}

function text(name: string, mimeType: string, content: string): BundleFile {
  return { name, mimeType, bytes: async () => new TextEncoder().encode(content) };
}

const lines = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

function historyText(reads: Pick<StoreReads, "events" | "instances">, id: string): string {
  const made = historyExport(reads, id, "jsonl");
  if (!made.ok) throw new Error(made.error.message);
  return [...made.value.pieces()].join("");
}

interface DocumentFile {
  readonly fact: RunFacts["documents"][number];
  readonly file: BundleFile;
}

/** Each document in its final form: the sealed file, or the original if it was never sealed. */
function documentFiles({ documents }: Pick<Workspace, "documents">, { state }: Loaded): readonly DocumentFile[] {
  return state.start.documents.map(({ name, title, sha256 }, index) => {
    const progress = state.documents[index];
    const sealedSha256 = progress?.sealedSha256 ?? null;
    const hash = sealedSha256 ?? sha256;
    const file = `documents/${String(index + 1).padStart(2, "0")}-${plain(name, "document")}.pdf`;
    return {
      fact: { name, title, state: progress?.state ?? "in_progress", file, sha256: hash, sealed: sealedSha256 !== null },
      file: { name: file, mimeType: "application/pdf", bytes: () => documents.blobs.read(hash) },
    };
  });
}

/** The first bytes of a JPEG; a PNG has others. */
const JPEG = 0xff;

/** The signatures that people drew, typed or uploaded, as far as the workspace still has them. */
function signatureFiles({ vault, reads }: Pick<Workspace, "vault" | "reads">, { row }: Loaded): readonly BundleFile[] {
  return reads.events.load(row.id).flatMap(({ seq, event }) => {
    if (event.type !== "acted" || event.signature === null) return [];
    const { kind, sha256 } = event.signature;
    const bytes = signatureOf(vault, row.id, sha256);
    if (bytes === null) return [];
    const picture = bytes[0] === JPEG ? (["jpg", "image/jpeg"] as const) : (["png", "image/png"] as const);
    const [ending, mimeType] = kind === "typed" ? (["txt", "text/plain; charset=utf-8"] as const) : picture;
    const name = `signatures/${String(seq).padStart(5, "0")}-${plain(event.participant, "signature")}.${ending}`;
    return [{ name, mimeType, bytes: async () => bytes }];
  });
}

/** The ASCII part of a name, for a file's name; `otherwise` if nothing is left. */
const plain = (name: string, otherwise: string): string =>
  name
    .replaceAll(/[^A-Za-z0-9]+/g, "-")
    .slice(0, 60)
    .replaceAll(/^-|-$/g, "") || otherwise;

function runFactsOf({ row, state, lastHash }: Loaded, documents: readonly DocumentFile[]): RunFacts {
  const zone = state.start.settings.timeZone;
  return {
    format: "countersign-evidence",
    version: 1,
    simulated: true,
    instance: row.id,
    title: row.title,
    status: row.status,
    started: isoInstant(row.startedAt),
    ended: isoInstant(state.endedAt ?? row.lastEventAt),
    time_zone: zone,
    last_hash: lastHash,
    events: row.lastSeq,
    participants: state.start.participants.map(({ name, idType, id, email, phoneNumber }) => ({
      name,
      full_name: idType === "full_name" ? id : null,
      email,
      phone_number: phoneNumber,
    })),
    documents: documents.map(({ fact }) => fact),
  };
}

function mailLine(row: MailRow): unknown {
  const { id, notification, participant, method, kind, to, subject, attachments, status, reason, sentAt } = row;
  const { text: body, html } = withLink(row, LEFT_OUT);
  const hidden = (content: string | null) => content?.replaceAll(CODE, LEFT_OUT) ?? null;
  return {
    ...{ id, notification, participant, method, kind, to, subject, status, reason, at: isoInstant(sentAt) },
    ...{ text: hidden(body), html: hidden(html), attachments },
  };
}

function callbackLine({ callbacks }: Pick<StoreReads, "callbacks">, row: CallbackRow): unknown {
  const { eventId, sequence, type, url, body, state, createdAt } = row;
  const attempts = callbacks.attempts(eventId).map(({ at, wallAt, eventId: _, ...attempt }) => ({
    ...attempt,
    at: isoInstant(at),
    recorded: isoInstant(wallAt),
  }));
  return { event_id: eventId, sequence, type, url, state, at: isoInstant(createdAt), body, attempts };
}
