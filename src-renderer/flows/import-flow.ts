import i18next from "i18next";
import type { OutputOf, Result } from "../../src-shared/bridge/index.ts";
import { companionIn } from "../../src-shared/foresight/index.ts";
import { host } from "../app/index.ts";
import { analyseOnce, askLanguage, isTooLong, mebibytes } from "../authoring/index.ts";
import { translate } from "../components/index.ts";
import { companionsBeside, matchPdfs, sortFiles } from "./flow-files.ts";
import { flowOfPdfs, namesOf, type Person, type TakenPdf } from "./flow-of-pdfs.ts";
import { bytesOf, type PdfUploads, uploadPdf } from "./pdf-uploads.ts";
import { refuse } from "./refuse.ts";

type Draft = OutputOf<"drafts.import">;

/** More names than these fill the screen and help nobody. */
const MOST_NAMED = 6;

/** `a.pdf, b.pdf`, and how many more where there are many. */
function named(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED).join(", ");
  const more = names.length - MOST_NAMED;
  return more > 0 ? `${shown} ${translate("common.more", { count: more })}` : shown;
}

/**
 * Takes in flow files with the PDFs that they name. Each flow stands for itself; one whose PDFs are not all there is
 * refused whole, and says which.
 */
export async function importFiles(files: readonly File[]): Promise<readonly Result<Draft>[]> {
  const { flows, companions, pdfs, archives, others } = sortFiles(files);
  if (flows.length + archives.length === 0)
    return [refuse(translate("import.noFlow", { files: named(files.map(({ name }) => name)) }))];
  const results: Result<Draft>[] = [];
  for (const archive of archives) {
    const file = await bytesOf(archive);
    results.push(file.ok ? await host.importArchive(file.value) : file);
  }
  const used = new Set<File>();
  for (const flow of flows) results.push(await importFlow(flow, pdfs, used, companionsBeside(flow.name, companions)));
  const unused = pdfs.filter((pdf) => !used.has(pdf));
  if (unused.length > 0)
    results.push(refuse(translate("import.unused", { files: named(unused.map(({ name }) => name)) })));
  const alone = companions.filter((file) => !flows.some(({ name }) => companionsBeside(name, [file]).length > 0));
  if (alone.length > 0)
    results.push(refuse(translate("import.noFlowFor", { files: named(alone.map(({ name }) => name)) })));
  if (others.length > 0)
    results.push(refuse(translate("import.others", { files: named(others.map(({ name }) => name)) })));
  return results;
}

/** PDFs that come without a flow: a new one is made of them, and what else lies beside them is named. */
export function pdfsAlone(files: readonly File[]): { readonly pdfs: readonly File[]; readonly skipped: string | null } {
  const { flows, companions, pdfs, archives, others } = sortFiles(files);
  if (flows.length + companions.length + archives.length > 0) return { pdfs: [], skipped: null };
  const skipped = others.map(({ name }) => name);
  return { pdfs, skipped: skipped.length > 0 ? translate("import.others", { files: named(skipped) }) : null };
}

/** What its author says of a new flow. */
export interface NewFlow {
  readonly title: string;
  /** Of the documents, as participants see them; null for a file that is left out. */
  readonly titles: readonly (string | null)[];
  readonly people: readonly Person[];
}

/** A new flow of PDFs alone. */
export async function flowFrom(pdfs: PdfUploads, { title, titles, people }: NewFlow): Promise<Result<Draft>> {
  const taken = await pdfs.documents(titles.map((given) => given !== null));
  if (!taken.ok) return taken;
  const titleOf = ({ at, document }: (typeof taken.value)[number]) => titles[at]?.trim() || document.title;
  for (const each of taken.value) {
    const { document } = each;
    const wanted = titleOf(each);
    if (wanted === document.title) continue;
    const renamed = await host.call("documents.rename", { id: document.id, title: wanted });
    if (!renamed.ok) return renamed;
  }
  const documents: TakenPdf[] = namesOf(
    taken.value.map((each) => ({ fileName: each.fileName, title: titleOf(each) })),
  ).flatMap((pdf, index) => {
    const uploaded = taken.value[index];
    return uploaded === undefined ? [] : [{ ...pdf, id: uploaded.document.id }];
  });
  const messages = {
    invitation: translate("import.first.invitation"),
    reminder: translate("import.first.reminder"),
    done: translate("import.first.done"),
    "done-sms": translate("import.first.doneSms"),
  };
  return host.call("drafts.create", { text: flowOfPdfs(documents, messages, people, title) });
}

/** The text of a file; an error where its bytes are none. */
async function textIn(file: File): Promise<Result<string>> {
  const read = await bytesOf(file);
  if (!read.ok) return read;
  const { bytes } = read.value;
  const problem = await askLanguage("encoding", { bytes });
  return problem === null ? { ok: true, value: new TextDecoder().decode(bytes) } : refuse(`${file.name}: ${problem}`);
}

/** @param used takes the PDFs that the flow names */
async function importFlow(
  flow: File,
  pdfs: readonly File[],
  used: Set<File>,
  beside: readonly File[],
): Promise<Result<Draft>> {
  const read = await textIn(flow);
  if (!read.ok) return read;
  const text = read.value;
  if (isTooLong(text))
    return refuse(translate("import.tooLong", { flow: flow.name, size: mebibytes(text, i18next.language) }));
  const companions: { expectations?: string; scenarios?: string } = {};
  for (const file of beside) {
    const own = await textIn(file);
    if (!own.ok) return own;
    if (isTooLong(own.value))
      return refuse(
        translate("import.companionTooLong", { file: file.name, size: mebibytes(own.value, i18next.language) }),
      );
    companions[companionIn(file.name) ?? "expectations"] = own.value;
  }
  const { paths } = await analyseOnce(text);
  const { matched, missing } = matchPdfs(paths, pdfs);
  for (const pdf of matched.values()) used.add(pdf);
  if (missing.length > 0) return refuse(translate("import.missing", { flow: flow.name, files: named(missing) }));
  const documents: Record<string, string> = {};
  for (const [path, pdf] of matched) {
    const uploaded = await uploadPdf(pdf);
    if (!uploaded.ok) return uploaded;
    documents[path] = uploaded.value.id;
  }
  return host.call("drafts.import", { fileName: flow.name, text, documents, companions });
}
