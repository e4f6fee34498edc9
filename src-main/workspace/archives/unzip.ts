import { Worker } from "node:worker_threads";
import type { PdfSource } from "../../documents/index.ts";
import { fail, type Result } from "../../host/index.ts";
import type { FlowFiles } from "./flow-archive.ts";

export interface Unzipping {
  readonly archive: PdfSource;
  /** Its display name; with its folder if a person named that. */
  readonly fileName: string;
}

/** Milliseconds; 512 MiB take some 5 s. */
const TIME_LIMIT = 60_000;
/** MiB of heap. Unpacked data lies outside it, and is limited by the sizes that the archive declares. */
const HEAP_LIMIT = 256;

function workerEntry(): URL {
  const name = import.meta.url.endsWith(".ts") ? "./unzip-worker.ts" : "./unzip-worker.js";
  return new URL(name, import.meta.url);
}

/**
 * `unpackFlow` off the main thread: a worker for each archive, which ends with it, or at its limit of time or memory.
 * Errors: those of `unpackFlow`, and `resource_not_found` if the archive cannot be read.
 * Rejects if the worker itself fails.
 */
export function unzipFlow(unzipping: Unzipping, timeLimit = TIME_LIMIT): Promise<Result<FlowFiles>> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerEntry(), {
      workerData: unzipping,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT },
    });
    const end = (result: Result<FlowFiles>) => {
      clearTimeout(deadline);
      resolve(result);
      void worker.terminate();
    };
    const tooMuch = () =>
      fail(
        "payload_too_large",
        `${unzipping.fileName} takes too long or too much memory to unpack. Make a smaller archive.`,
      );
    const deadline = setTimeout(() => end(tooMuch()), timeLimit);
    worker.once("message", end);
    worker.once("error", (error: NodeJS.ErrnoException) => {
      clearTimeout(deadline);
      if (error.code === "ERR_WORKER_OUT_OF_MEMORY") resolve(tooMuch());
      else reject(error);
    });
  });
}
