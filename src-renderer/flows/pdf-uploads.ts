import type { OutputOf, Result, SentFile } from "../../src-shared/bridge/index.ts";
import { host } from "../app/index.ts";
import { translate } from "../components/index.ts";
import { refuse } from "./refuse.ts";

type Document = OutputOf<"documents.get">;

/** Uploads under way together: one is sent while another is read. */
const AT_ONCE = 4;

export type PdfUploads = ReturnType<typeof uploadPdfs>;

/**
 * Uploads PDFs while their author says what becomes of them.
 * @param onRefused called with why one was not taken, once for each try
 */
export function uploadPdfs(files: readonly File[], onRefused: (message: string) => void) {
  const results: (Result<Document> | undefined)[] = files.map(() => undefined);
  let discarded = false;
  const missing = () => files.flatMap((file, at) => (results[at]?.ok ? [] : [{ file, at }]));
  const refusal = () => results.find((result) => result?.ok === false);

  /** A few at once, and nothing more after one that was refused. */
  async function take(): Promise<void> {
    const left = missing().values();
    let isRefused = false;
    const worker = async () => {
      for (const { file, at } of left) {
        if (isRefused || discarded) return;
        const result = await uploadPdf(file);
        results[at] = result;
        isRefused ||= !result.ok;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    const refused = refusal();
    if (refused?.ok === false && !discarded) onRefused(refused.error.message);
  }

  let taking = take();
  return {
    names: files.map(({ name }) => name),
    /** All of them, in order. What was refused before is tried once more: its file may have been mended. */
    async documents(): Promise<Result<readonly Document[]>> {
      await taking;
      if (missing().length > 0) {
        taking = take();
        await taking;
      }
      const refused = refusal();
      if (refused?.ok === false) return refused;
      return { ok: true, value: results.flatMap((result) => (result?.ok ? [result.value] : [])) };
    },
    /** No flow is made of them: what came in is removed. */
    async discard(): Promise<void> {
      discarded = true;
      await taking;
      for (const result of results) if (result?.ok) await host.call("documents.remove", { id: result.value.id });
    },
  };
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
