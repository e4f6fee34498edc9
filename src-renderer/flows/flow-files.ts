import { companionFile, companionIn, companionNames } from "../../src-shared/foresight/index.ts";

interface NamedFile {
  readonly name: string;
}

/** What a set of dropped files amounts to: flow files, what lies beside them, and PDFs that they name. */
interface SortedFiles<F extends NamedFile> {
  readonly flows: readonly F[];
  /** Expectations and scenarios, each of the flow that they are named after. */
  readonly companions: readonly F[];
  readonly pdfs: readonly F[];
  /** Zips, each of one flow file and its PDFs. */
  readonly archives: readonly F[];
  readonly others: readonly F[];
}

const isCompanion = (name: string) => companionIn(name) !== null;
const isFlow = (name: string) => /\.(ya?ml|json)$/i.test(name) && !isCompanion(name);
const isPdf = (name: string) => /\.pdf$/i.test(name);
const isArchive = (name: string) => /\.zip$/i.test(name);

export function sortFiles<F extends NamedFile>(files: readonly F[]): SortedFiles<F> {
  return {
    flows: files.filter(({ name }) => isFlow(name)),
    companions: files.filter(({ name }) => isCompanion(name)),
    pdfs: files.filter(({ name }) => isPdf(name)),
    archives: files.filter(({ name }) => isArchive(name)),
    others: files.filter(({ name }) => !isFlow(name) && !isCompanion(name) && !isPdf(name) && !isArchive(name)),
  };
}

const fileName = (path: string) => path.split(/[\\/]/).at(-1) ?? path;

/** Matches paths to dropped PDFs by file name; lists missing ones, so that no flow is imported without its PDFs. */
export function matchPdfs<F extends NamedFile>(
  paths: readonly string[],
  pdfs: readonly F[],
): { readonly matched: ReadonlyMap<string, F>; readonly missing: readonly string[] } {
  const matched = new Map<string, F>();
  const missing: string[] = [];
  for (const path of paths) {
    const pdf = pdfs.find(({ name }) => name === fileName(path));
    if (pdf) matched.set(path, pdf);
    else missing.push(path);
  }
  return { matched, missing };
}

/** The files that belong to a flow file by their names, such as `loan.expect.yaml` to `loan.flow.yaml`. */
export function companionsBeside<F extends NamedFile>(flow: string, companions: readonly F[]): readonly F[] {
  return companionNames.flatMap((part) => companions.find(({ name }) => name === companionFile(flow, part)) ?? []);
}
