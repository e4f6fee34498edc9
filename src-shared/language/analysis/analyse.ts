import { append, type Diagnostic, type TextEdit, type Translation, toItsEnd, translated } from "../../basics/index.ts";
import { Planner } from "../edit/plan.ts";
import { buildDraft, buildProcess } from "../model/build.ts";
import { type FlowOutline, type OutlinedStages, outlineOf } from "../model/outline.ts";
import type { CheckedDraft, Process } from "../model/process.ts";
import type { Reading } from "../model/reading.ts";
import { type Source, sourceOf } from "../model/source.ts";
import { ruleCatalogue } from "../rules/index.ts";
import type { DocumentFault, RuleContext } from "../rules/rule.ts";
import { explainedAsBare } from "../schema/bare-process.ts";
import { checkShape, type SoundItems } from "../schema/check.ts";
import { rootShape } from "../schema/shape-at.ts";
import type { Syntax } from "../syntax/parse.ts";
import type { Problem } from "../syntax/problems.ts";
import { member, type Node, plainValue } from "../syntax/tree.ts";
import { diagnosed, severityOf } from "./diagnosed.ts";

export interface AnalyseOptions {
  /** Host names, in lower case, that the workspace lets callbacks go to beside loopback [P006]. */
  readonly allowedCallbackHosts?: readonly string[];
  /** `api_version` of the service that the draft is bound to [V101]; absent: the local one, which knows everything. */
  readonly targetApiVersion?: string;
  /** The account of that service, by its name. */
  readonly targetAccount?: string;
  /** Whether a path gives a document, as in files only (default true); in a workspace its PDF is yet to be chosen [R002]. */
  readonly documentPaths?: boolean;
  /** Why the file at a document's path cannot be taken in; null: it can, or is not there [R007]. Absent: nobody looked. */
  readonly documentFault?: (path: string) => DocumentFault | null;
  /** The reader's language (default English). */
  readonly translation?: Translation;
}

export interface Analysis {
  readonly kind: "flow" | "process";
  /** In order of the text. */
  readonly diagnostics: readonly Diagnostic[];
  /** What parsed, as plain JSON whose objects have no prototype. */
  readonly value: unknown;
  /** The checked draft: of a flow file without errors, else null. */
  readonly draft: CheckedDraft | null;
  /** The checked process: of a flow file or bare process without errors, else null. */
  readonly process: Process | null;
  readonly outline: FlowOutline;
  /** Why the text cannot be edited by structure: it does not parse. null: it can. */
  readonly unreadable: string | null;
}

/**
 * Reads a flow file or a bare process, YAML or JSON, and reports every problem. Pure; never throws: a broken text gives
 * diagnostics and its readable part.
 */
export function analyse(text: string, options: AnalyseOptions = {}): Analysis {
  return analysed(sourceOf(text), options);
}

/** What is kept of a text for the next one, by the stages that both have. */
export interface StageMemory {
  readonly sound: SoundItems;
  readonly values: WeakMap<Node, unknown>;
  readonly outlines: OutlinedStages;
}

/** The analysis of a text that has been read. What goes out holds no part of the tree, which may move afterwards. */
export function analysed(source: Source, options: AnalyseOptions, memory?: StageMemory): Analysis {
  return toItsEnd(analysing(source, options, memory));
}

/** The same step by step, so that it can be left. */
export function* analysing(
  { syntax, reading }: Source,
  options: AnalyseOptions,
  memory?: StageMemory,
): Generator<undefined, Analysis> {
  const bare = reading.kind === "process";
  const problems = [...syntax.problems];
  if (!syntax.misread) {
    const found = checkShape(syntax.root, rootShape(reading.kind), memory?.sound);
    append(problems, bare ? explainedAsBare(found, syntax) : found);
    yield;
    yield* checkingRules(reading, ruleContext(syntax, options, problems.length > 0), problems);
  }
  const diagnostics = diagnosed(problems, options.translation);
  yield;
  const [broken] = syntax.problems;
  const sound = diagnostics.every(({ severity }) => severity !== "error");
  const draft = sound && reading.kind === "flow" ? buildDraft(reading) : null;
  yield;
  const value = memory === undefined ? plainValue(syntax.root) : rememberedValue(reading, memory.values);
  yield;
  return {
    kind: reading.kind,
    diagnostics,
    value,
    draft,
    process: draft?.process ?? (sound ? buildProcess(reading) : null),
    outline: outlineOf(reading, memory?.outlines),
    unreadable: broken === undefined ? null : translated(broken.message, options.translation),
  };
}

/** The value of what has been read. Stages that stay as they are keep their values: the same objects, which nobody changes. */
export function rememberedValue({ root, process }: Reading, values: WeakMap<Node, unknown>): unknown {
  const stages = member(process, "stages");
  const known = (node: Node): unknown => {
    if (node.parent === null || node.parent !== stages || node.kind !== "map") return undefined;
    let value = values.get(node);
    if (value === undefined) {
      value = plainValue(node);
      values.set(node, value);
    }
    return value;
  };
  return plainValue(root, known);
}

function ruleContext(syntax: Syntax, options: AnalyseOptions, incomplete: boolean): RuleContext {
  const planner = new Planner(syntax);
  const editable = syntax.problems.length === 0;
  const offered = (edits: readonly TextEdit[]): readonly TextEdit[] | null => (edits.length === 0 ? null : edits);
  return {
    allowedCallbackHosts: options.allowedCallbackHosts ?? [],
    targetApiVersion: options.targetApiVersion ?? null,
    targetAccount: options.targetAccount ?? null,
    documentPaths: options.documentPaths ?? true,
    documentFault: options.documentFault ?? (() => null),
    incomplete,
    escapes: syntax.text.includes("\\"),
    editor: {
      set: (path, value) => (editable ? offered(planner.set(path, value)) : null),
      remove: (node) => (editable && node.shared === null ? offered(planner.remove(node)) : null),
    },
  };
}

/** Adds what the rules find to `problems`. Rules on the flow as a whole come last and only to a sound process. */
function* checkingRules(reading: Reading, context: RuleContext, problems: Problem[]): Generator<undefined, void> {
  const bare = reading.kind === "process";
  let sound: boolean | null = null;
  for (const rule of ruleCatalogue) {
    if (rule.check === undefined) continue;
    if (bare && rule.needsDraft) continue;
    if (rule.needsSoundProcess) {
      sound ??= !problems.some((problem) => severityOf(problem) === "error" && concernsProcess(problem, reading));
      if (!sound) continue;
    }
    rule.check(reading, (finding) => problems.push({ rule: rule.id, ...finding }), context);
    yield;
  }
}

function concernsProcess({ node, member }: Problem, { root, process }: Reading): boolean {
  if (node === null || process === null || process === root) return true;
  for (let at: Node | null = node; at !== null; at = at.parent) if (at === process) return true;
  return node === root && member === "process";
}
