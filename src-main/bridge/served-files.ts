import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import type { HistoryFormat, Host, Result } from "../host/index.ts";
import type { FoundFile, ServedFile } from "./web.ts";

const HISTORIES: Readonly<Record<HistoryFormat, ServedFile["type"]>> = {
  csv: "text/csv; charset=utf-8",
  jsonl: "application/x-ndjson; charset=utf-8",
};

/** The file at a path such as `documents/1001.pdf`, `mail/<id>/0.pdf`, `mail/<id>.eml`, `histories/<id>.csv`, `bundles/<id>.asice`, `evidence/<id>.zip` or `drafts/<id>.zip`, `remote/<key of a run>/0.pdf`; null: there is none. */
export async function findFile(host: Host, path: string): Promise<FoundFile> {
  const [, kind, id = "", index = "", ending] = /^(\w+)\/([^/]+)(?:\/(\d+))?\.(\w+)$/.exec(path) ?? [];
  if (kind === "documents" && ending === "pdf") return pdf(await host.documents.blobPath(id));
  if (kind === "mail" && ending === "pdf") return pdf(await host.mailbox.attachmentPath(id, Number(index)));
  if (kind === "mail" && ending === "eml") return eml(host, id);
  if (kind === "histories" && (ending === "csv" || ending === "jsonl")) return history(host, id, ending);
  if (kind === "drafts" && (ending === "flow" || ending === "zip")) return flow(host, id, ending === "zip");
  if (kind === "bundles" && ending === "asice") return bundle(host, id);
  if (kind === "remote" && ending === "pdf") return sealed(host, id, Number(index));
  if (kind === "evidence" && ending === "zip") return allEvidence(host, id);
  return null;
}

function allEvidence(host: Host, id: string): FoundFile {
  const made = host.evidence.archive(id);
  return made.ok ? { name: made.value.fileName, type: "application/zip", saved: true, open: made.value.open } : null;
}

async function bundle(host: Host, id: string): Promise<FoundFile> {
  const made = await host.instances.exportBundle(id);
  if (!made.ok) return made.error.code === "resource_not_found" ? null : { problem: made.error.message };
  const { fileName, pieces } = made.value;
  return { name: fileName, type: "application/vnd.etsi.asic-e+zip", saved: true, open: () => Readable.from(pieces()) };
}

async function flow(host: Host, id: string, pdfs: boolean): Promise<ServedFile | null> {
  const made = await host.drafts.exportFlow(id, { pdfs });
  if (!made.ok) return null;
  const { fileName, bytes } = made.value;
  const type = pdfs ? "application/zip" : "text/plain; charset=utf-8";
  return { name: fileName, type, saved: true, open: () => Readable.from([bytes]) };
}

function pdf(found: Result<{ readonly path: string; readonly fileName: string }>): FoundFile {
  if (!found.ok) return found.error.code === "server_error" ? { problem: found.error.message } : null;
  const { path, fileName } = found.value;
  return { name: fileName, type: "application/pdf", saved: false, open: () => createReadStream(path) };
}

async function sealed(host: Host, run: string, at: number): Promise<FoundFile> {
  const found = await host.sync.runs.sealed(run, at);
  if (!found.ok) return found.error.code === "server_error" ? { problem: found.error.message } : null;
  const { fileName, bytes } = found.value;
  return { name: fileName, type: "application/pdf", saved: false, open: () => Readable.from([bytes]) };
}

async function eml(host: Host, id: string): Promise<FoundFile> {
  const made = await host.mailbox.eml(id);
  if (!made.ok) return made.error.code === "server_error" ? { problem: made.error.message } : null;
  const { fileName, bytes } = made.value;
  return { name: fileName, type: "message/rfc822", saved: true, open: () => Readable.from([bytes]) };
}

function history(host: Host, id: string, format: HistoryFormat): ServedFile | null {
  const made = host.instances.exportHistory(id, format);
  if (!made.ok) return null;
  const { fileName, pieces } = made.value;
  return { name: fileName, type: HISTORIES[format], saved: true, open: () => Readable.from(pieces()) };
}
