import { z } from "zod";
import type { SignatureCrypto } from "./cms.ts";
import type { BundleProblem, Contents } from "./contents.ts";
import { type ChainReport, checkHistory } from "./history-chain.ts";
import { historyProblems } from "./history-facts.ts";
import type { JudgedSeal, JudgeSeal } from "./pdf-seal.ts";
import { HISTORY_FILE, RUN_FILE, type RunFacts, runFacts } from "./run-facts.ts";

export interface ContentsReport {
  readonly problems: readonly BundleProblem[];
  /** null: it does not name its run. */
  readonly run: RunFacts | null;
  readonly seals: readonly { readonly file: string; readonly seal: JudgedSeal }[];
}

/**
 * Cross-checks the contents of a bundle: the list of documents against the files, both against the history, and the
 * history against what the documents were sealed on. Evidence is signed only if this finds nothing.
 */
export async function checkContents(
  contents: Contents,
  crypto: Pick<SignatureCrypto, "sha256">,
  judge: JudgeSeal,
): Promise<ContentsReport> {
  const written = await textOf(contents, RUN_FILE);
  const run = written === null ? null : readRun(written);
  if (run === null) {
    const message =
      written === null ? "It is missing: nothing says which run this is." : "It does not say which run this is.";
    return { problems: [{ file: RUN_FILE, message }], run, seals: [] };
  }
  const problems: BundleProblem[] = await fileProblems(contents, run);
  const history = await textOf(contents, HISTORY_FILE);
  const chain = history === null ? null : await checkHistory(history, crypto);
  if (chain === null) problems.push({ file: HISTORY_FILE, message: "It is missing: nothing says what happened." });
  else if (chain.problem !== null) problems.push({ file: HISTORY_FILE, message: chain.problem });
  else problems.push(...(await historyProblems(run, chain, contents)));
  const seals = [];
  for (const { file, sealed } of run.documents) {
    const pdf = sealed ? await contents.bytes(file) : null;
    if (pdf === null) continue;
    const seal = await judge(pdf);
    seals.push({ file, seal });
    const message = sealProblem(seal, run, chain);
    if (message !== null) problems.push({ file, message });
  }
  return { problems, run, seals };
}

const DOCUMENTS = "documents/";

/** Compares the list of documents with the files present. */
async function fileProblems(contents: Contents, { documents }: RunFacts): Promise<BundleProblem[]> {
  const problems: BundleProblem[] = [];
  const listed = new Set<string>();
  for (const { file, sha256, name } of documents) {
    if (listed.has(file)) problems.push({ file, message: `${RUN_FILE} lists it for two documents.` });
    listed.add(file);
    const found = await contents.sha256(file);
    if (found === null)
      problems.push({ file, message: `It is missing: ${RUN_FILE} says that it is the document "${name}".` });
    else if (found !== sha256)
      problems.push({
        file,
        message: `It is not the file that ${RUN_FILE} lists for the document "${name}": its hash is another one.`,
      });
  }
  for (const name of contents.names)
    if (name.startsWith(DOCUMENTS) && !listed.has(name))
      problems.push({ file: name, message: `${RUN_FILE} lists no such document.` });
  return problems;
}

/** Only the seal cannot be remade without its key, so the rest must match it. */
function sealProblem({ valid, reason, sealedOn }: JudgedSeal, run: RunFacts, chain: ChainReport | null): string | null {
  if (!valid) return `Its seal is not valid: ${reason ?? "it cannot be read"}.`;
  const started = chain?.rows[0]?.event;
  // A document that was sealed before a fork refers to the fork's source.
  const isFork = started !== undefined && started.forkOf !== null && started.forkOf !== undefined;
  if (sealedOn === undefined || (isFork && sealedOn.instanceId !== run.instance)) return null;
  if (sealedOn.instanceId !== run.instance)
    return `It was sealed in the run ${sealedOn.instanceId}, and this is ${run.instance}.`;
  if (chain === null || chain.problem !== null || chain.rows.some(({ hash }) => hash === sealedOn.chainHash))
    return null;
  return `The history is not the one that it was sealed on: no event has the hash ${sealedOn.chainHash}, so events were changed after the seal.`;
}

async function textOf(contents: Contents, name: string): Promise<string | null> {
  const bytes = await contents.bytes(name);
  return bytes === null ? null : new TextDecoder().decode(bytes);
}

function readRun(text: string): RunFacts | null {
  try {
    return runFacts.parse(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}
