import { messageOf } from "../basics/index.ts";
import { type ContentsReport, checkContents } from "./check-contents.ts";
import { checkDetachedSignature, type SignatureCrypto } from "./cms.ts";
import { crc32, entriesOf, type FoundEntry, isFrameWhole, type Source } from "./container.ts";
import type { BundleProblem } from "./contents.ts";
import { hexOf } from "./history-chain.ts";
import { MANIFEST_FILE, MIME_TYPE, MIMETYPE_FILE, readManifest, SIGNATURE_FILE } from "./manifest.ts";
import type { JudgeSeal } from "./pdf-seal.ts";
import type { RunFacts } from "./run-facts.ts";

export interface BundleSigner {
  readonly name: string;
  /** Hex. */
  readonly certificateSha256: string;
  /** ISO 8601; null: not in the signature. */
  readonly signedAt: string | null;
  /** The signature is valid. Otherwise anybody may have written this name into it. */
  readonly proven: boolean;
}

/** Three independent answers: is it whole, who signed it, is it a simulation. */
export interface BundleReport {
  readonly whole: boolean;
  readonly problems: readonly BundleProblem[];
  /** null: there is no readable signature. */
  readonly signer: BundleSigner | null;
  /**
   * The certificate or the run says SIMULATED. null: neither does, but the bundle is damaged, so that proves nothing.
   */
  readonly simulated: boolean | null;
  /** null: it does not name its run. */
  readonly run: RunFacts | null;
  /** Files that the signature covers. */
  readonly files: number;
  /** The seal's own data for each sealed document. */
  readonly seals: ContentsReport["seals"];
}

/** Files that no manifest covers: the container's type, the signature, and the manifest. */
const FRAME = [MIMETYPE_FILE, MANIFEST_FILE, SIGNATURE_FILE];

/**
 * Checks an evidence bundle: every byte, its signature, the hash chain of its history, the seals of its documents, and
 * that all of them agree. Whether to trust the signer is left to the reader. Never throws because of the bundle's
 * contents.
 */
export async function checkBundle(source: Source, crypto: SignatureCrypto, judge: JudgeSeal): Promise<BundleReport> {
  let entries: readonly FoundEntry[];
  try {
    entries = await entriesOf(source);
  } catch (error) {
    const problem = { file: null, message: messageOf(error) };
    return { whole: false, problems: [problem], signer: null, simulated: null, run: null, files: 0, seals: [] };
  }
  return new Checking(source, entries, crypto, judge).report();
}

class Checking {
  readonly #source: Source;
  readonly #entries: readonly FoundEntry[];
  readonly #byName: ReadonlyMap<string, FoundEntry>;
  readonly #crypto: SignatureCrypto;
  readonly #judge: JudgeSeal;
  readonly #digests = new Map<string, Promise<Uint8Array>>();
  readonly #problems: BundleProblem[] = [];

  constructor(source: Source, entries: readonly FoundEntry[], crypto: SignatureCrypto, judge: JudgeSeal) {
    this.#source = source;
    this.#entries = entries;
    this.#byName = new Map(entries.map((entry) => [entry.name, entry]));
    this.#crypto = crypto;
    this.#judge = judge;
  }

  async report(): Promise<BundleReport> {
    const twice = this.#entries.filter((entry) => this.#byName.get(entry.name) !== entry);
    for (const name of new Set(twice.map((entry) => entry.name))) this.#found(name, "It stands in the bundle twice.");
    if (this.#entries[0]?.name !== MIMETYPE_FILE || (await this.#text(MIMETYPE_FILE)) !== MIME_TYPE)
      this.#found(MIMETYPE_FILE, "The bundle does not begin with its type.");
    const signer = await this.#signature();
    const files = await this.#files();
    await this.#frame();
    const { run, seals } = await this.#contents();
    const whole = this.#problems.length === 0;
    const isMarked = (signer?.name.includes("SIMULATED") ?? false) || run?.simulated === true;
    const simulated = isMarked || (whole ? false : null);
    return { whole, problems: this.#problems, signer, simulated, run, files, seals };
  }

  #found(file: string | null, message: string): void {
    this.#problems.push({ file, message });
  }

  async #bytes(name: string): Promise<Uint8Array | null> {
    const entry = this.#byName.get(name);
    return entry === undefined ? null : this.#source.read(entry.start, entry.start + entry.size);
  }

  /** SHA-256. */
  async #digest(name: string): Promise<Uint8Array | null> {
    const known = this.#digests.get(name);
    if (known !== undefined) return known;
    const bytes = await this.#bytes(name);
    if (bytes === null) return null;
    const digest = this.#crypto.sha256(bytes);
    this.#digests.set(name, digest);
    return digest;
  }

  async #text(name: string): Promise<string | null> {
    const bytes = await this.#bytes(name);
    return bytes === null ? null : new TextDecoder().decode(bytes);
  }

  async #signature(): Promise<BundleSigner | null> {
    const [cms, manifest] = [await this.#bytes(SIGNATURE_FILE), await this.#bytes(MANIFEST_FILE)];
    if (cms === null) this.#found(SIGNATURE_FILE, "It is missing: nothing says who made the bundle.");
    if (cms === null || manifest === null) return null;
    try {
      const check = await checkDetachedSignature(cms, [manifest], this.#crypto);
      if (check.problem !== null) this.#found(SIGNATURE_FILE, `It does not fit: ${check.problem}.`);
      const proven = check.problem === null;
      const certificateSha256 = hexOf(await this.#crypto.sha256(check.certificate));
      return { name: check.signer, certificateSha256, signedAt: isoTime(check.signingTime), proven };
    } catch (error) {
      this.#found(SIGNATURE_FILE, `It cannot be read: ${messageOf(error)}.`);
      return null;
    }
  }

  /** Compares each file with the manifest. Returns how many it covers. */
  async #files(): Promise<number> {
    const text = await this.#text(MANIFEST_FILE);
    if (text === null) {
      this.#found(MANIFEST_FILE, "It is missing: nothing says which files belong to the bundle.");
      return 0;
    }
    const covered = readManifest(text);
    if (covered === null) {
      this.#found(MANIFEST_FILE, "It was changed.");
      return 0;
    }
    for (const { name, digest } of covered) {
      const found = await this.#digest(name);
      if (found === null) this.#found(name, "It is missing.");
      else if (base64Of(found) !== digest) this.#found(name, "It was changed.");
    }
    const known = new Set([...FRAME, ...covered.map(({ name }) => name)]);
    for (const { name } of this.#entries) if (!known.has(name)) this.#found(name, "It was added.");
    return covered.length;
  }

  async #frame(): Promise<void> {
    const there: FoundEntry[] = [];
    for (const entry of this.#entries) {
      const bytes = await this.#source.read(entry.start, entry.start + entry.size);
      there.push({ ...entry, crc: crc32(bytes) });
    }
    const isWhole = await isFrameWhole(this.#source, there).catch(() => false);
    // If a file's bytes changed, its check sum fails too, and the file has been reported already.
    if (!isWhole && this.#problems.length === 0)
      this.#found(
        null,
        "What holds the files together is not as Countersign wrote it: the bundle was packed anew or changed.",
      );
  }

  async #contents(): Promise<ContentsReport> {
    const bytes = (name: string) => this.#bytes(name);
    const sha256 = async (name: string) => {
      const digest = await this.#digest(name);
      return digest === null ? null : hexOf(digest);
    };
    const report = await checkContents(
      { names: this.#entries.map(({ name }) => name), bytes, sha256 },
      this.#crypto,
      this.#judge,
    );
    this.#problems.push(...report.problems);
    return report;
  }
}

/** `YYMMDDHHMMSSZ` as ISO 8601. */
function isoTime(time: string | null): string | null {
  const [, ...parts] = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(time ?? "") ?? [];
  const [year, month, day, hour, minute, second] = parts;
  return year === undefined ? null : `20${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
}

const base64Of = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
