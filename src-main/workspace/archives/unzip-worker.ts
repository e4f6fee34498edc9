/** The worker's entry point: unpacks one archive, then ends. */
import { basename } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { NamedFileError, readNamedFile } from "../../basics/index.ts";
import { fail, type Result } from "../../host/index.ts";
import { archiveLimits, type FlowFiles, unpackFlow } from "./flow-archive.ts";
import type { Unzipping } from "./unzip.ts";

async function unzip({ archive, fileName }: Unzipping): Promise<Result<FlowFiles>> {
  try {
    const bytes =
      archive instanceof Uint8Array ? archive : await readNamedFile(archive.path, { limit: archiveLimits.bytes });
    return unpackFlow(bytes, basename(fileName));
  } catch (error) {
    if (error instanceof NamedFileError) return cannotBeRead(fileName, error);
    throw error;
  }
}

function cannotBeRead(fileName: string, { fault, message }: NamedFileError): Result<never> {
  const code = fault === "too_large" ? "payload_too_large" : "resource_not_found";
  return fail(code, `The flow file ${fileName} cannot be read: ${message}`);
}

const result = await unzip(workerData as Unzipping);
const buffers = result.ok ? Object.values(result.value.files).map(({ buffer }) => buffer as ArrayBuffer) : [];
parentPort?.postMessage(result, [...new Set(buffers)]);
