import path from "node:path";
import { createCertificateKeeper } from "../../src-main/documents/seal/certificate.ts";
import { makeCertificate } from "../../src-main/documents/seal/make-certificate.ts";
import { openWorkspace } from "../../src-main/host.ts";
import { CERTIFICATE_FILE, KEY_FILE } from "../../src-main/store/files/layout.ts";
import { openSecretBox } from "../../src-main/store/files/secret-box.ts";
import { temporaryFolder } from "./temporary.ts";

/** Wall time of the template's making: before that of every test. */
const MADE_AT = Date.UTC(2020, 0, 1);

/**
 * Makes one new workspace with its keys for the whole run: a password's hash and a certificate's key cost a second of
 * processor time, which each of a thousand tests would pay.
 */
export async function setup(): Promise<() => void> {
  const folder = temporaryFolder("template");
  const host = await openWorkspace({ dir: folder.path, clockNow: () => MADE_AT, log: () => undefined });
  await host.close();
  const secretBox = openSecretBox(path.join(folder.path, KEY_FILE));
  const make = () => makeCertificate({ workspaceName: "template", now: MADE_AT });
  await createCertificateKeeper(path.join(folder.path, CERTIFICATE_FILE), secretBox, make, () => undefined).key();
  process.env.COUNTERSIGN_TEST_TEMPLATE = folder.path;
  return () => folder.remove();
}
