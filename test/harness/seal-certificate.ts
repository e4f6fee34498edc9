import path from "node:path";
import { createCertificateKeeper } from "../../src-main/documents/seal/certificate.ts";
import { makeCertificate } from "../../src-main/documents/seal/make-certificate.ts";
import { CERTIFICATE_FILE, KEY_FILE } from "../../src-main/store/files/layout.ts";
import { openSecretBox } from "../../src-main/store/files/secret-box.ts";

/** Wall time of the certificate's making: before that of every test. */
const MADE_AT = Date.UTC(2020, 0, 1);

/** A seal certificate and the key that opens it: a second of processor time, which every folder would pay. */
export async function makeSealCertificate(dir: string, workspaceName: string): Promise<void> {
  const secretBox = openSecretBox(path.join(dir, KEY_FILE));
  const make = () => makeCertificate({ workspaceName, now: MADE_AT });
  await createCertificateKeeper(path.join(dir, CERTIFICATE_FILE), secretBox, make, () => undefined).key();
}
