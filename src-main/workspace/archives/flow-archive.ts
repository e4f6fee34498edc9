import { posix } from "node:path";
import { crc32 } from "node:zlib";
import { type UnzipFileInfo, unzipSync, zipSync } from "fflate";
import { encodingProblem, messageOf } from "../../../src-shared/basics/index.ts";
import {
  type CompanionName,
  type Companions,
  companionFile,
  companionIn,
  companionNames,
  NO_COMPANIONS,
} from "../../../src-shared/foresight/index.ts";
import { fail, ok, type Result } from "../../host/index.ts";
import { type ZipEntry, zipEntries } from "./zip-directory.ts";

const MIB = 1_048_576;

/** Limits of an archive. They apply to declared sizes, and no more than the declared size is ever unpacked. */
export const archiveLimits = {
  bytes: 200 * MIB,
  entries: 2000,
  unpacked: 512 * MIB,
  pdf: 50 * MIB,
  text: MIB,
  /** Times its packed size, beyond the first MiB: a PDF is packed already, and unpacks to a few times its size. */
  ratio: 100,
} as const;

/** A flow file and its PDFs, by their paths relative to it. */
export interface FlowFiles {
  readonly fileName: string;
  readonly text: string;
  /** Companion texts, each in a file of its own. */
  readonly companions: Companions;
  readonly files: Readonly<Record<string, Uint8Array>>;
}

/** One zip: the same flow gives the same bytes. PDFs are compressed already, so they are stored. */
export function packFlow({ fileName, text, companions, files }: FlowFiles): Uint8Array {
  const always = { mtime: new Date(1980, 0, 1) };
  const texts = [
    [fileName, text] as const,
    ...companionNames.flatMap((name) =>
      companions[name] === "" ? [] : [[companionFile(fileName, name), companions[name]] as const],
    ),
  ];
  return zipSync({
    ...Object.fromEntries(
      texts.map(([name, each]) => [name, [new TextEncoder().encode(each), { ...always, level: 6 }] as const]),
    ),
    ...Object.fromEntries(
      Object.entries(files).map(([name, bytes]) => [name, [bytes, { ...always, level: 0 }] as const]),
    ),
  });
}

/**
 * The one flow file of a zip, with the PDFs beside and below it. Nothing is written anywhere by a name from the zip.
 * Errors: `payload_too_large` past a limit, `request_parameters_invalid` if it is not such an archive.
 */
export function unpackFlow(bytes: Uint8Array, archive: string): Result<FlowFiles> {
  if (bytes.length > archiveLimits.bytes) return tooLarge(archive, "an archive has at most 200 MiB");
  let unpacked: Record<string, Uint8Array>;
  try {
    const guard = guardOf(archive, zipEntries(bytes));
    // Checks every entry before unpacking the first.
    unzipSync(bytes, { filter: (entry) => guard.look(entry) });
    const refused = guard.refused();
    if (refused !== null) return refused;
    unpacked = unzipSync(bytes, { filter: ({ name }) => guard.crcs.has(name) });
    const damaged = Object.keys(unpacked).find((name) => crc32(unpacked[name] ?? "") !== guard.crcs.get(name));
    if (damaged !== undefined) return invalid(`${damaged} in ${archive} is damaged. Make the archive again.`);
  } catch (error) {
    const why = messageOf(error);
    return invalid(`${archive} is not a zip file that can be read (${why}). Make the archive again.`);
  }
  const flows = Object.keys(unpacked).filter((name) => isText(name) && companionIn(name) === null);
  const [flow] = flows;
  if (flow === undefined || flows.length > 1)
    return invalid(
      flow === undefined
        ? `${archive} holds no flow file (.yaml or .json). Export a flow with its PDFs, or zip them together.`
        : `${archive} holds ${flows.length} flow files (${flows.slice(0, 5).join(", ")}). Zip each flow with its own PDFs.`,
    );
  return readFlow(archive, flow, unpacked);
}

const isText = (name: string) => /\.(ya?ml|json)$/i.test(name);
const isPdf = (name: string) => /\.pdf$/i.test(name);
/** Files that operating systems add to archives. */
const isClutter = (name: string) => /(^|\/)(__MACOSX\/|\.)/.test(name);
/** A path that leads out of the archive, or means a different place on another system. */
const leadsOut = (name: string) => /^[/\\]|^[a-z]:|\\|\0/i.test(name) || name.split("/").includes("..");

interface Guard {
  /** Never lets anything be unpacked. */
  readonly look: (entry: UnzipFileInfo) => false;
  /** Why the archive is refused; null: it may be unpacked. */
  readonly refused: () => Result<never> | null;
  /** Names of the entries to unpack, with the CRC-32 from the directory. */
  readonly crcs: ReadonlyMap<string, number>;
}

/** Looks at every entry, and remembers the first that may not be unpacked. */
function guardOf(archive: string, directory: readonly ZipEntry[]): Guard {
  const crcs = new Map<string, number>();
  const names = new Set<string>();
  let twice: string | null = null;
  let refused: Result<never> | null = null;
  let entries = 0;
  let total = 0;
  const why = ({ name, size, originalSize, compression }: UnzipFileInfo): Result<never> | null => {
    if (entries > archiveLimits.entries)
      return tooLarge(archive, `an archive has at most ${archiveLimits.entries} files`);
    if (leadsOut(name))
      return invalid(`${archive} holds the path “${name}”, which leads out of it. Make the archive again.`);
    // On file systems that ignore case, one file would overwrite the other.
    if (twice !== null)
      return invalid(`${archive} holds ${twice} twice, perhaps in capital and small letters. Make the archive again.`);
    if (directory[entries - 1]?.encrypted !== false)
      return invalid(`${name} in ${archive} is encrypted. Make an archive without a password.`);
    if (compression !== 0 && compression !== 8)
      return invalid(
        `${name} in ${archive} is packed in a way that is not supported (${compression}). Make an ordinary zip.`,
      );
    if (isText(name) && originalSize > archiveLimits.text)
      return tooLarge(archive, `${name} has ${originalSize} bytes and such a file has at most 1 MiB`);
    if (originalSize > archiveLimits.pdf)
      return tooLarge(archive, `${name} has ${originalSize} bytes and a PDF has at most 50 MiB`);
    if (total > archiveLimits.unpacked) return tooLarge(archive, "it would unpack to more than 512 MiB");
    return originalSize > MIB + size * archiveLimits.ratio
      ? tooLarge(archive, `${name} would unpack to more than ${archiveLimits.ratio} times its size`)
      : null;
  };
  return {
    refused: () => refused,
    crcs,
    look(entry) {
      entries += 1;
      if (isClutter(entry.name) || !(isText(entry.name) || isPdf(entry.name))) {
        if (entries > archiveLimits.entries || leadsOut(entry.name)) refused ??= why(entry);
        return false;
      }
      total += entry.originalSize;
      const known = names.size;
      names.add(entry.name.normalize("NFC").toLowerCase());
      if (names.size === known) twice ??= entry.name;
      crcs.set(entry.name, directory[entries - 1]?.crc ?? 0);
      refused ??= why(entry);
      return false;
    },
  };
}

function readFlow(archive: string, flow: string, unpacked: Readonly<Record<string, Uint8Array>>): Result<FlowFiles> {
  const folder = posix.dirname(flow);
  const files: Record<string, Uint8Array> = {};
  for (const [name, bytes] of Object.entries(unpacked)) if (isPdf(name)) files[posix.relative(folder, name)] = bytes;
  const places = { text: flow, ...companionPlaces(flow, Object.keys(unpacked)) };
  const texts = { text: "", ...NO_COMPANIONS };
  for (const part of ["text", ...companionNames] as const) {
    const bytes = unpacked[places[part] ?? ""];
    const problem = bytes === undefined ? null : encodingProblem(bytes);
    if (problem !== null) return invalid(`${places[part]} in ${archive}: ${problem}`);
    texts[part] = new TextDecoder().decode(bytes);
  }
  const { text, ...companions } = texts;
  return ok({ fileName: posix.basename(flow), text, companions, files });
}

/** Where the companions of the flow file are: beside it under its name, else anywhere if there is only one. */
function companionPlaces(flow: string, names: readonly string[]): Readonly<Partial<Record<CompanionName, string>>> {
  const places: Partial<Record<CompanionName, string>> = {};
  for (const name of companionNames) {
    const all = names.filter((file) => companionIn(file) === name);
    const place = all.find((file) => file === companionFile(flow, name)) ?? (all.length === 1 ? all[0] : undefined);
    if (place !== undefined) places[name] = place;
  }
  return places;
}

const invalid = (message: string) => fail("request_parameters_invalid", message);
const tooLarge = (archive: string, why: string) =>
  fail("payload_too_large", `${archive} was not unpacked: ${why}. Nothing was imported.`);
