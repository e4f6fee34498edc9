import { z } from "zod";
import { messageOf } from "../basics/index.ts";
import { checkDetachedSignature, type SignatureCrypto } from "./cms.ts";
import { crc32, entriesOf, type FoundEntry, isFrameWhole, type Source } from "./container.ts";
import { checkHistory, hexOf } from "./history-chain.ts";
import { MANIFEST_FILE, MIME_TYPE, MIMETYPE_FILE, readManifest, SIGNATURE_FILE } from "./manifest.ts";
import { HISTORY_FILE, RUN_FILE, type RunFacts, runFacts } from "./run-facts.ts";

export interface BundleProblem {
  /** The file in the bundle; null: the bundle as a whole. */
  readonly file: string | null;
  readonly message: string;
}

export interface BundleSigner {
  readonly name: string;
  /** Hex. */
  readonly certificateSha256: string;
  /** ISO 8601; null: the signature does not say. */
  readonly signedAt: string | null;
}

/** Three answers that do not hang on each other: is it whole, who signed it, is it a simulation. */
export interface BundleReport {
  readonly whole: boolean;
  readonly problems: readonly BundleProblem[];
  /** null: there is no signature that can be read. */
  readonly signer: BundleSigner | null;
  /** The certificate or the run says SIMULATED. null: neither does, but the bundle is damaged, so that says nothing. */
  readonly simulated: boolean | null;
  /** null: it does not say which run it is of. */
  readonly run: RunFacts | null;
  /** Files that the signature covers. */
  readonly files: number;
}

/** Files that no manifest covers: what names, signs and is the manifest. */
const FRAME = [MIMETYPE_FILE, MANIFEST_FILE, SIGNATURE_FILE];

/**
 * Checks an evidence bundle: every byte of it, its signature, and the hash chain of its history. Whether its signer is to be
 * trusted is for the reader to say. Never throws for what is in it.
 */
export async function checkBundle(source: Source, crypto: SignatureCrypto): Promise<BundleReport> {
  let entries: readonly FoundEntry[];
  try {
    entries = await entriesOf(source);
  } catch (error) {
    const problem = { file: null, message: messageOf(error) };
    return { whole: false, problems: [problem], signer: null, simulated: null, run: null, files: 0 };
  }
  return new Checking(source, entries, crypto).report();
}

class Checking {
  readonly #source: Source;
  readonly #entries: readonly FoundEntry[];
  readonly #byName: ReadonlyMap<string, FoundEntry>;
  readonly #crypto: SignatureCrypto;
  readonly #problems: BundleProblem[] = [];

  constructor(source: Source, entries: readonly FoundEntry[], crypto: SignatureCrypto) {
    this.#source = source;
    this.#entries = entries;
    this.#byName = new Map(entries.map((entry) => [entry.name, entry]));
    this.#crypto = crypto;
  }

  async report(): Promise<BundleReport> {
    const twice = this.#entries.filter((entry) => this.#byName.get(entry.name) !== entry);
    for (const name of new Set(twice.map((entry) => entry.name))) this.#found(name, "It stands in the bundle twice.");
    if (this.#entries[0]?.name !== MIMETYPE_FILE || (await this.#text(MIMETYPE_FILE)) !== MIME_TYPE)
      this.#found(MIMETYPE_FILE, "The bundle does not begin with its type.");
    const signer = await this.#signature();
    const files = await this.#files();
    await this.#frame();
    const run = await this.#run();
    const whole = this.#problems.length === 0;
    const isMarked = (signer?.name.includes("SIMULATED") ?? false) || run?.simulated === true;
    const simulated = isMarked || (whole ? false : null);
    return { whole, problems: this.#problems, signer, simulated, run, files };
  }

  #found(file: string | null, message: string): void {
    this.#problems.push({ file, message });
  }

  async #bytes(name: string): Promise<Uint8Array | null> {
    const entry = this.#byName.get(name);
    return entry === undefined ? null : this.#source.read(entry.start, entry.start + entry.size);
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
      const check = await checkDetachedSignature(cms, manifest, this.#crypto);
      if (check.problem !== null) this.#found(SIGNATURE_FILE, `It does not fit: ${check.problem}.`);
      const certificateSha256 = hexOf(await this.#crypto.sha256(check.certificate));
      return { name: check.signer, certificateSha256, signedAt: isoTime(check.signingTime) };
    } catch (error) {
      this.#found(SIGNATURE_FILE, `It cannot be read: ${messageOf(error)}.`);
      return null;
    }
  }

  /** Compares each file with the manifest. Answers how many it covers. */
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
      const bytes = await this.#bytes(name);
      if (bytes === null) this.#found(name, "It is missing.");
      else if (base64Of(await this.#crypto.sha256(bytes)) !== digest) this.#found(name, "It was changed.");
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
    // Changed bytes of a file do not fit its check sum either: then the file has been named already.
    if (!isWhole && this.#problems.length === 0)
      this.#found(
        null,
        "What holds the files together is not as Countersign wrote it: the bundle was packed anew or changed.",
      );
  }

  async #run(): Promise<RunFacts | null> {
    const text = await this.#text(RUN_FILE);
    const read = text === null ? null : readRun(text);
    if (read === null) {
      if (text !== null || this.#problems.length === 0) this.#found(RUN_FILE, "It does not say which run this is.");
      return null;
    }
    const history = await this.#text(HISTORY_FILE);
    if (history === null) return read;
    const { events, lastHash, problem } = await checkHistory(history, this.#crypto);
    if (problem !== null) this.#found(HISTORY_FILE, problem);
    else if (events !== read.events || lastHash !== read.last_hash)
      this.#found(HISTORY_FILE, "The history does not end where the run did.");
    return read;
  }
}

function readRun(text: string): RunFacts | null {
  try {
    return runFacts.parse(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}

/** `YYMMDDHHMMSSZ` as ISO 8601. */
function isoTime(time: string | null): string | null {
  const [, ...parts] = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(time ?? "") ?? [];
  const [year, month, day, hour, minute, second] = parts;
  return year === undefined ? null : `20${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
}

const base64Of = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
