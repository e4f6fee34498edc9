import { writeFile } from "node:fs/promises";
import path from "node:path";
import { LARGEST_PKCS12 } from "../../src-shared/bridge/index.ts";
import { DocumentFailure, readCertificate, type SealCertificate } from "../documents/index.ts";
import type { Host, Result } from "../host/index.ts";
import { openWorkspace } from "../host.ts";
import { CERTIFICATE_FILE } from "../store/index.ts";
import { DONE } from "./exit-codes.ts";
import { Refusal } from "./explain-error.ts";
import { logToStderr } from "./log.ts";
import { bytesOf } from "./read-text.ts";
import { oneLine, printable } from "./terminal-text.ts";

export type CertificateAction =
  | { readonly name: "show" | "reset" }
  | { readonly name: "export" | "use"; readonly file: string };

interface Options {
  readonly workspace: string;
  readonly passwordFile?: string;
}

/** Bytes. */
const LARGEST_PASSWORD_FILE = 4 * 1024;
/** The password is never an argument: other programs on the machine can read those. */
const PASSWORD_VARIABLE = "COUNTERSIGN_PKCS12_PASSWORD";

/** `countersign certificate show | export FILE | use FILE | reset`. @throws Refusal */
export async function certificate(action: CertificateAction, options: Options): Promise<number> {
  const dir = path.resolve(options.workspace);
  switch (action.name) {
    case "show":
      process.stdout.write(shown(await present(dir)));
      return DONE;
    case "export": {
      const { pem } = await present(dir);
      await writeNew(path.resolve(action.file), pem);
      return DONE;
    }
    case "use": {
      const pkcs12 = await bytesOf(action.file, LARGEST_PKCS12);
      const password = await passwordOf(options);
      const used = await changed(dir, (host) => host.seal.use(pkcs12, password), `${action.file}: `);
      process.stdout.write(shown(used));
      return DONE;
    }
    case "reset":
      await changed(dir, (host) => host.seal.reset());
      return DONE;
  }
}

async function present(dir: string): Promise<SealCertificate> {
  try {
    const found = await readCertificate(path.join(dir, CERTIFICATE_FILE));
    if (found !== null) return found;
  } catch (error) {
    if (error instanceof DocumentFailure) throw new Refusal(error.message);
    throw error;
  }
  throw new Refusal(`The workspace ${dir} has no seal certificate yet: its first seal makes one.`);
}

function shown({ name, issuer, validFrom, validTo, sha256, simulated }: SealCertificate): string {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const lines = [
    `Name: ${oneLine(name)}${simulated ? " (SIMULATED)" : ""}`,
    `Issuer: ${oneLine(issuer)}`,
    `Valid: ${day(validFrom)} to ${day(validTo)}`,
    `SHA-256: ${sha256}`,
  ];
  return printable(`${lines.join("\n")}\n`);
}

/** @param about the start of a refusal, such as the file's name */
async function changed<T>(dir: string, change: (host: Host) => Promise<Result<T>>, about = ""): Promise<T> {
  const host = await openWorkspace({ dir, log: logToStderr });
  try {
    const result = await change(host);
    if (!result.ok) throw new Refusal(printable(`${about}${result.error.message}`));
    return result.value;
  } finally {
    await host.close();
  }
}

async function passwordOf({ passwordFile }: Options): Promise<string> {
  if (passwordFile === undefined) return process.env[PASSWORD_VARIABLE] ?? "";
  const text = (await bytesOf(passwordFile, LARGEST_PASSWORD_FILE)).toString("utf8");
  // Editors end a file with a newline, which is not part of the password.
  return text.replace(/\r?\n$/, "");
}

async function writeNew(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { flag: "wx" });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST")
      throw new Refusal(`${file} is there already: name a new file.`);
    throw error;
  }
}
