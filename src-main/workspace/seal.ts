import { type DocumentError, DocumentFailure, type Result as DocumentResult } from "../documents/index.ts";
import { fail, ok, type Result, type SealUseCases } from "../host/index.ts";
import { errorsAsValues, type Workspace } from "./workspace.ts";

/** The certificate that the workspace seals documents and signs evidence with. */
export function sealUseCases({ documents, publish }: Pick<Workspace, "documents" | "publish">): SealUseCases {
  const announced = <T>(result: Result<T>): Result<T> => {
    if (result.ok) publish({ kind: "setting", id: "seal.certificate", instanceId: null });
    return result;
  };
  return errorsAsValues<SealUseCases>({
    certificate: async () => asResult(await settled(documents.certificate())),
    use: async (pkcs12, password) => announced(asResult(await documents.useCertificate(pkcs12, password))),
    reset: async () => announced(asResult(await settled(documents.forgetCertificate().then(() => null)))),
  });
}

async function settled<T>(work: Promise<T>): Promise<DocumentResult<T>> {
  try {
    return { ok: true, value: await work };
  } catch (error) {
    if (error instanceof DocumentFailure) return { ok: false, error: { code: error.code, message: error.message } };
    throw error;
  }
}

function asResult<T>(result: DocumentResult<T>): Result<T> {
  return result.ok ? ok(result.value) : refused(result.error);
}

const refused = ({ code, message }: DocumentError) =>
  fail(code === "certificate_unusable" ? "request_parameters_invalid" : "server_error", message);
