import type { Place } from "../../store/files/place.ts";
import type { SigningKey } from "../seal/cms.ts";
import type { CertificateRequest } from "../seal/make-certificate.ts";
import type { Pkcs12Request } from "../seal/pkcs12.ts";
import type { DocumentErrorCode, Intake, PdfSource, Sealed, SealReport, SealRequest } from "../types.ts";

/** Where blobs are kept, and the workspace that must still be there when one is written; null: nobody has opened it. */
export interface BlobFolder {
  readonly dir: string;
  readonly workspace: Place | null;
}

/** The worker's tasks, and their answers. */
export interface Tasks {
  readonly intake: {
    /** `folder`: where to write a large document during the task; null: it is not large. */
    readonly input: { pdf: PdfSource; fileName: string; blobs: BlobFolder; folder: string | null };
    readonly output: Intake;
  };
  readonly seal: {
    readonly input: { request: SealRequest; key: SigningKey; blobs: BlobFolder };
    readonly output: Sealed;
  };
  readonly verify: { readonly input: { pdf: PdfSource }; readonly output: SealReport };
  readonly certificate: { readonly input: CertificateRequest; readonly output: SigningKey };
  readonly pkcs12: { readonly input: Pkcs12Request; readonly output: SigningKey };
}

export type TaskName = keyof Tasks;

export type Task = { readonly [N in TaskName]: { readonly name: N; readonly input: Tasks[N]["input"] } }[TaskName];

/** The error of a failed task if the thrown error does not say. */
export const FALLBACK: Readonly<Record<TaskName, { readonly code: DocumentErrorCode; readonly doing: string }>> = {
  intake: { code: "damaged", doing: "The document could not be read" },
  seal: { code: "worker_failed", doing: "The document could not be sealed" },
  verify: { code: "worker_failed", doing: "The seal could not be checked" },
  certificate: { code: "certificate_unusable", doing: "The seal certificate could not be made" },
  pkcs12: { code: "certificate_unusable", doing: "The PKCS#12 file could not be read" },
};
