import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { z } from "zod";
import type { SecretBox } from "../store/secret-box.ts";
import { writeFileAtomically } from "./atomic-file.ts";
import type { SigningKey } from "./cms.ts";
import { DocumentFailure } from "./types.ts";

const certificateFile = z.strictObject({
  version: z.literal(1),
  /** PEM, public. */
  certificate: z.string(),
  /** Base64 of the PKCS #8 key, protected by the secret box. */
  protectedKey: z.string(),
});

function unusable(path: string, what: string, cause?: unknown): DocumentFailure {
  return new DocumentFailure(
    "certificate_unusable",
    `The workspace's seal certificate ${path} ${what}. Restore the file from a backup; or move it away, and the next seal makes a new certificate.`,
    { cause },
  );
}

function parseFile(path: string, text: string, secretBox: SecretBox): SigningKey {
  try {
    const parsed = certificateFile.parse(JSON.parse(text));
    const certificateDer = new X509Certificate(parsed.certificate).raw;
    const privateKeyDer = secretBox.reveal(Buffer.from(parsed.protectedKey, "base64"));
    return { certificateDer, privateKeyDer };
  } catch (error) {
    throw unusable(path, `cannot be used (${error instanceof Error ? error.message : String(error)})`, error);
  }
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw unusable(path, "cannot be read", error);
  }
}

/**
 * The workspace's seal certificate, made on first use. Certificate and protected key share one file, so that neither
 * can be renewed without the other; a file that does not open is an error and never replaced.
 * @param make makes a new pair off the main thread.
 * @throws DocumentFailure `certificate_unusable`.
 */
export async function loadOrCreateCertificate(
  path: string,
  secretBox: SecretBox,
  make: () => Promise<SigningKey>,
): Promise<SigningKey> {
  const text = await readIfThere(path);
  if (text !== null) return parseFile(path, text, secretBox);
  const made = await make();
  const written: z.input<typeof certificateFile> = {
    version: 1,
    certificate: new X509Certificate(Buffer.from(made.certificateDer)).toString(),
    protectedKey: Buffer.from(secretBox.protect(made.privateKeyDer)).toString("base64"),
  };
  await writeFileAtomically(path, Buffer.from(`${JSON.stringify(written, null, 2)}\n`));
  return made;
}
