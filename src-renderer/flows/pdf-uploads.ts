import type { OutputOf, Result, SentFile } from "../../src-shared/bridge/index.ts";
import { host } from "../app/index.ts";
import { translate } from "../components/index.ts";
import { refuse } from "./refuse.ts";

type Document = OutputOf<"documents.get">;

/** Uploads under way together: one is sent while another is read. */
const AT_ONCE = 4;

export type PdfUploads = ReturnType<typeof uploadPdfs>;

/** A PDF that is in the workspace, and the file that it was. */
interface UploadedPdf {
  /** Among the files that were given. */
  readonly at: number;
  readonly fileName: string;
  readonly document: Document;
}

/**
 * Uploads PDFs while their author says what becomes of them.
 * @param onRefused called where some were not taken, once for each try; `refusals` says why
 */
export function uploadPdfs(files: readonly File[], onRefused: () => void) {
  const begun = (file: File) => ({ file, isKept: true, result: null as Result<Document> | null });
  const uploads = files.map(begun);
  const kept = () => uploads.filter(({ isKept }) => isKept);
  const missing = () => kept().filter(({ result }) => !result?.ok);
  const refused = () => kept().flatMap(({ result }) => (result?.ok === false ? [result.error.message] : []));

  /** A few at once, whatever becomes of the others. */
  async function take(): Promise<void> {
    const left = missing().values();
    const worker = async () => {
      for (const upload of left) if (upload.isKept) upload.result = await uploadPdf(upload.file);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    if (refused().length > 0) onRefused();
  }

  /** No part of the flow: what came in is removed. */
  async function leaveOut(which: (at: number) => boolean): Promise<void> {
    for (const [at, upload] of uploads.entries()) if (which(at)) upload.isKept = false;
    await taking;
    for (const upload of uploads) {
      if (upload.isKept || !upload.result?.ok) continue;
      await host.call("documents.remove", { id: upload.result.value.id });
      upload.result = null;
    }
  }

  let taking = take();
  return {
    names: () => uploads.map(({ file }) => file.name),
    /** Why each was refused, as far as it is known; null for one that was not. */
    refusals: () => uploads.map(({ result }) => (result?.ok === false ? result.error.message : null)),
    /** More of them, behind the others. */
    add(more: readonly File[]): void {
      uploads.push(...more.map(begun));
      taking = taking.then(take);
    },
    /** Those that are wanted, in order. What was refused before is tried once more: its file may have been mended. */
    async documents(wanted: readonly boolean[]): Promise<Result<readonly UploadedPdf[]>> {
      await leaveOut((at) => wanted[at] !== true);
      if (missing().length > 0) {
        taking = take();
        await taking;
      }
      const why = refused();
      if (why.length > 0) return refuse(linesOf(why));
      const uploaded = uploads.flatMap(({ file, isKept, result }, at) =>
        isKept && result?.ok ? [{ at, fileName: file.name, document: result.value }] : [],
      );
      return { ok: true, value: uploaded };
    },
    /** No flow is made of them. */
    discard: (): Promise<void> => leaveOut(() => true),
  };
}

/** More reasons than these fill the screen and help nobody. */
const MOST_SAID = 4;

/** Reasons in a message, each once. */
function linesOf(reasons: readonly string[]): string {
  const each = [...new Set(reasons)];
  const more = each.length - MOST_SAID;
  const said = each.slice(0, MOST_SAID);
  return [...said, ...(more > 0 ? [translate("common.more", { count: more })] : [])].join("\n");
}

export async function uploadPdf(file: File): Promise<Result<Document>> {
  const read = await bytesOf(file);
  return read.ok ? host.upload(read.value) : read;
}

/** What a file holds; an error where it changed or went since it was chosen, which no browser reads. */
export async function bytesOf(file: File): Promise<Result<SentFile>> {
  try {
    return { ok: true, value: { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) } };
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return refuse(translate("import.unreadable", { file: file.name }));
  }
}
