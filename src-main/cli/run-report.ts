import { instantOf, localMinute } from "../../src-shared/flow/index.ts";
import { analyse, type Diagnostic, lineIndex, positionAt } from "../../src-shared/language/index.ts";
import { inWords, type RemovedContent } from "../documents/index.ts";
import type { HostError } from "../host/index.ts";
import { oneLine } from "./words.ts";

export interface SealedDocument {
  readonly name: string;
  readonly path: string;
  readonly sealed: boolean;
  readonly sealValid: boolean;
  /** Active content that was taken out of the PDF when it came. */
  readonly removed: readonly RemovedContent[];
}

/** What `run --json` prints; times are ISO 8601. */
export interface RunResult {
  readonly instance: {
    readonly id: string;
    readonly title: string;
    readonly status: string;
    /** IANA name: the flow's own, in which the sentences of its history tell their dates. */
    readonly timeZone: string;
  };
  readonly workspace: string;
  readonly history: readonly {
    readonly seq: number;
    readonly at: string;
    readonly by: string;
    readonly text: string;
  }[];
  readonly mail: readonly {
    readonly at: string;
    readonly method: string;
    readonly kind: string;
    readonly to: string | null;
    readonly status: string;
  }[];
  readonly callbacks: readonly { readonly sequence: number; readonly type: string; readonly state: string }[];
  /** Bodies that the receiver got, in the order of their arrival; null without `--receiver`. */
  readonly received: readonly unknown[] | null;
  readonly documents: readonly SealedDocument[];
}

/**
 * Says why a flow file was refused, problem by problem with its place in the file; the exit code is 1.
 * @param text of the file, where problems are told: what was started has ids in place of paths, and other callbacks
 */
export function printProblems(file: string, error: HostError, text = ""): number {
  const diagnostics = error.details?.diagnostics;
  const problems: readonly Diagnostic[] = Array.isArray(diagnostics) ? diagnostics : [];
  const [first] = problems;
  // Where the problems follow, the sentence need not tell the first of them.
  const [head = ""] = first === undefined ? [error.message] : error.message.split(` ${first.rule}: `);
  const lines = [head.includes(file) ? head : `${file}: ${head}`];
  if (first !== undefined) {
    const index = lineIndex(text);
    const own = analyse(text).diagnostics;
    for (const { severity, rule, message, pointer, range } of problems) {
      const there = own.find((each) => each.rule === rule && each.pointer === pointer)?.range ?? range;
      const { line, column } = positionAt(index, there.from);
      lines.push(`${file}:${line}:${column}: ${severity} ${rule}: ${message}`);
    }
  }
  process.stderr.write(`${lines.join("\n")}\n`);
  return 1;
}

/** The run for people: what happened when, what went out, and where the sealed documents are. */
export function printRun(result: RunResult): string {
  const { instance, history, mail, callbacks, received, documents } = result;
  // The zone in which the sentences tell their dates.
  const time = (iso: string) => localMinute(instantOf(iso) ?? 0, instance.timeZone);
  return [
    `${instance.title} (SIMULATED)`,
    `Instance ${instance.id}: ${instance.status}`,
    "",
    `History (${instance.timeZone})`,
    ...history.map(({ at, text }) => `  ${time(at)}  ${oneLine(text)}`),
    "",
    `Mail and SMS (${instance.timeZone})`,
    ...mail.map(
      (each) =>
        `  ${time(each.at)}  ${each.method.padEnd(5)}  ${each.kind.padEnd(12)}  ${each.to ?? "no address"}  ${each.status}`,
    ),
    "",
    received ? `Callbacks (${received.length} received on localhost)` : "Callbacks",
    ...callbacks.map(({ sequence, type, state }) => `  ${String(sequence).padStart(3)}  ${type.padEnd(28)}  ${state}`),
    "",
    "Documents",
    ...documents.flatMap(({ name, path, sealValid, removed }) => [
      `  ${name}: ${path} (${sealValid ? "seal verifies" : "not sealed"})`,
      ...(removed.length === 0 ? [] : [`    taken out before anybody read it: ${inWords(removed)}`]),
    ]),
    "",
  ].join("\n");
}
