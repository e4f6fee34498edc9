import { type Stats, statSync } from "node:fs";
import path from "node:path";
import type { BundleReport } from "../../src-shared/evidence/index.ts";
import { isoInstant } from "../../src-shared/flow/index.ts";
import { explainedFileError, NamedFileError } from "../basics/index.ts";
import {
  isPdfFile,
  type NewerHistory,
  type SealedPdfReport,
  type VerifyProblem,
  type VerifyReport,
  verifyBundle,
  verifySealedPdf,
  verifyWorkspace,
} from "../verification/index.ts";
import { DONE, FOUND } from "./exit-codes.ts";
import { Refusal } from "./explain-error.ts";
import { logUpgradeOfCopy } from "./log.ts";
import { asJson, oneLine, plural, printable } from "./terminal-text.ts";

/** `countersign verify WORKSPACE | BUNDLE | PDF` (law 3): exit 0 intact, 1 broken, 2 if it could not be checked. */
export async function verify(named: string, options: { readonly json?: boolean }): Promise<number> {
  const found = await readable(named, async () => statOf(named));
  if (found === undefined) throw new Refusal(`There is no file or folder ${named}. Check the path.`);
  return found.isFile() ? verifyFile(named, options) : verifyFolder(named, options);
}

function statOf(named: string): Stats | undefined {
  try {
    return statSync(named, { throwIfNoEntry: false });
  } catch (cause) {
    throw explainedFileError(cause);
  }
}

async function verifyFolder(dir: string, options: { readonly json?: boolean }): Promise<number> {
  const report = await verifyWorkspace(path.resolve(dir), { onUpgrade: logUpgradeOfCopy });
  process.stdout.write(options.json === true ? asJson(wireReport(report)) : asText(report));
  return report.whole ? DONE : FOUND;
}

async function verifyFile(file: string, options: { readonly json?: boolean }): Promise<number> {
  if (await readable(file, isPdfFile)) {
    const pdf = await readable(file, verifySealedPdf);
    process.stdout.write(options.json === true ? asJson({ file, ...pdf }) : pdfText(file, pdf));
    return pdf.intact === true ? DONE : FOUND;
  }
  if (/\.pdf$/i.test(file)) throw new Refusal(`${file} is not a PDF: it does not begin as one.`);
  const bundle = await readable(file, verifyBundle);
  process.stdout.write(options.json === true ? asJson({ file, ...bundle }) : bundleText(file, bundle));
  return bundle.whole ? DONE : FOUND;
}

/** @throws Refusal */
async function readable<T>(file: string, read: (file: string) => Promise<T>): Promise<T> {
  try {
    return await read(file);
  } catch (error) {
    if (error instanceof NamedFileError) throw new Refusal(`${file} was not read: ${error.message}`);
    throw error;
  }
}

/** Documents may carry real signatures of other programs. */
const SIMULATION = {
  true: "SIMULATED: nothing that Countersign signed or sealed in it has legal effect",
  false: "Not marked as simulated",
  null: "Whether it is simulated cannot be told",
} as const;

/** The same three answers for a PDF, from its seal, and who signed it with other programs. */
function pdfText(file: string, report: SealedPdfReport): string {
  const { intact, signer, certificateSha256, simulated, problem, otherSigners } = report;
  const sealed =
    signer === null
      ? `Sealed by: nobody${intact === null ? "" : " that can be read"}`
      : `Sealed by: ${oneLine(signer)}, certificate SHA-256 ${certificateSha256}`;
  const how = intact === null ? "with another program" : "before it was sealed";
  const others = otherSigners.map((name) => `Signed by: ${oneLine(name ?? UNREADABLE)}, ${how}; ${UNCHECKED}`);
  const failed = intact === null ? "no seal of Countersign" : "NOT INTACT";
  const verdict = intact === true ? "intact" : `${failed}, ${oneLine(problem ?? "")}`;
  return printable(`${[sealed, ...others, SIMULATION[`${simulated}`], `${file}: ${verdict}`].join("\n")}\n`);
}

const UNREADABLE = "somebody who cannot be read";
const UNCHECKED = "not checked here, a PDF reader or pdfsig does";

function signedText(signer: BundleReport["signer"]): string {
  if (signer === null) return "Signed by: nobody that can be read";
  const { name, signedAt, certificateSha256, proven } = signer;
  const who = `${oneLine(name)}${signedAt === null ? "" : ` at ${signedAt}`}, certificate SHA-256 ${certificateSha256}`;
  return proven ? `Signed by: ${who}` : `Signed by: NOT PROVEN, the signature does not fit; it names ${who}`;
}

/** Intact or not, who signed it, and that it is a simulation: three answers, a line each. */
function bundleText(file: string, { whole, problems, signer, simulated, run, files, seals }: BundleReport): string {
  const counts = [plural(files, "file"), plural(run?.events ?? 0, "event"), plural(seals.length, "seal")];
  const verdict = whole ? "whole" : `BROKEN, ${plural(problems.length, "problem")}`;
  const text = [
    ...problems.map((problem) => oneLine(`${problem.file ?? "The bundle"}: ${problem.message}`)),
    ...(run === null
      ? []
      : [
          `Run ${oneLine(run.instance)} "${oneLine(run.title)}": ${oneLine(run.status.replaceAll("_", " "))}, ended ${oneLine(run.ended)}`,
        ]),
    signedText(signer),
    SIMULATION[`${simulated}`],
    `${file}: ${verdict} (${counts.join(", ")} checked)`,
  ];
  return printable(`${text.join("\n")}\n`);
}

/** Instants as ISO 8601. */
function wireReport(report: VerifyReport): unknown {
  const problems = report.problems.map(({ event, ...problem }) => ({
    ...problem,
    event: event === null ? null : { ...event, at: event.at === null ? null : isoInstant(event.at) },
  }));
  return {
    ...report,
    problems,
    overdue: report.overdue.map((clock) => ({ ...clock, since: isoInstant(clock.since) })),
  };
}

function asText(report: VerifyReport): string {
  const { workspace, whole, instances, events, documents, seals, problems, newer, overdue } = report;
  const counted = { instance: instances, event: events, document: documents, seal: seals };
  const counts = Object.entries(counted).map(([noun, count]) => plural(count, noun));
  const verdict = whole ? "whole" : `BROKEN, ${plural(problems.length, "problem")}`;
  return `${[...problems.map(line), ...newer.map(newerLine), ...overdue.map(overdueLine), `${workspace}: ${verdict} (${counts.join(", ")} checked)`].join("\n")}\n`;
}

function newerLine({ instance, title, unread }: NewerHistory): string {
  return `Instance ${instance} "${title}": a newer Countersign has gone on with it ("${unread}"). Its events are as they were recorded; update Countersign to check what they lead to.`;
}

function overdueLine({ clock, jobs, since }: VerifyReport["overdue"][number]): string {
  return `Clock "${clock}": ${plural(jobs, "job")} due since ${isoInstant(since)} ${jobs === 1 ? "waits" : "wait"}. Opening the workspace in Countersign runs what is due; its log tells of what cannot be run.`;
}

function line({ instance, title, message, event, document }: VerifyProblem): string {
  if (instance === null && title !== null) return `Document ${document} "${title}": ${message}`;
  const type = event?.type ?? null;
  const at = event?.at ?? null;
  const named = type === null || at === null ? "" : ` It is "${type}" at ${isoInstant(at)}.`;
  if (instance === null) return message;
  return `Instance ${instance}${title === null ? "" : ` "${title}"`}: ${message}${named}`;
}
