import type { Severity, TextRange } from "../../../src-shared/basics/index.ts";
import { type LineIndex, lineIndex, positionAt } from "../../../src-shared/basics/index.ts";
import { type Rule, ruleCatalogue } from "../../../src-shared/language/index.ts";
import type { LintedFile } from "./lint-report.ts";

const levels = { error: "error", warning: "warning", hint: "note" } as const satisfies Record<Severity, string>;

/** Path of the rules' explanations, from the checkout's root. */
const rulesPage = "docs/rules.md";

/** The parts of a log other than results, for one file. */
export interface Notification {
  readonly file: string;
  readonly message: string;
}

/**
 * A run's results in SARIF 2.1.0, as code hosts and editors take them; lines and columns from 1, in UTF-16.
 * @param more rules beside those of the language
 * @param unfinished checks that the run could not complete
 */
export function sarifLog(
  files: readonly LintedFile[],
  version: string,
  more: readonly RuleInfo[] = [],
  unfinished: readonly Notification[] = [],
) {
  const rules = [...ruleCatalogue, ...more];
  const names = [...new Set(files.map(({ file }) => file))];
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "Countersign", semanticVersion: version, rules: rules.map(described) } },
        columnKind: "utf16CodeUnits",
        ...(unfinished.length > 0 && { invocations: [invocationOf(unfinished, names)] }),
        // The format lists each file once, however often the command line names it.
        artifacts: names.map((file) => ({ location: { uri: uriOf(file) } })),
        results: names.flatMap((name, index) =>
          resultsOf(
            files.find(({ file }) => file === name),
            index,
            rules,
          ),
        ),
      },
    ],
  } as const;
}

function invocationOf(unfinished: readonly Notification[], names: readonly string[]) {
  return {
    executionSuccessful: true,
    toolExecutionNotifications: unfinished.map(({ file, message }) => ({
      level: "warning",
      message: { text: message },
      locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(file), index: names.indexOf(file) } } }],
    })),
  };
}

/** A rule in the log; `page`: its explanation, if not in the language's rules. */
export type RuleInfo = Pick<Rule, "id" | "severity" | "what"> & { readonly page?: string };

function described({ id, severity, what, page = rulesPage }: RuleInfo) {
  return {
    id,
    shortDescription: { text: what },
    help: { text: `${what} See ${page}, ${id}.` },
    defaultConfiguration: { level: levels[severity] },
  };
}

function resultsOf(linted: LintedFile | undefined, index: number, rules: readonly RuleInfo[]) {
  if (linted === undefined) return [];
  const { file, text, diagnostics } = linted;
  const lines = lineIndex(text);
  const artifactLocation = { uri: uriOf(file), index };
  const physical = (range: TextRange) => ({ physicalLocation: { artifactLocation, region: regionOf(range, lines) } });
  return diagnostics.map(({ rule, severity, message, pointer, range, related, fix }) => ({
    ruleId: rule,
    ruleIndex: rules.findIndex(({ id }) => id === rule),
    level: levels[severity],
    message: { text: message },
    locations: [{ ...physical(range), logicalLocations: [{ fullyQualifiedName: pointer === "" ? "/" : pointer }] }],
    ...(related.length > 0 && {
      relatedLocations: related.map((place, id) => ({
        id,
        ...physical(place.range),
        message: { text: place.message },
      })),
    }),
    ...(fix !== null && {
      fixes: [
        {
          description: { text: fix.title },
          artifactChanges: [
            {
              artifactLocation,
              replacements: fix.edits.map((edit) => ({
                deletedRegion: regionOf(edit.range, lines),
                insertedContent: { text: edit.insert },
              })),
            },
          ],
        },
      ],
    }),
  }));
}

function regionOf({ from, to }: TextRange, lines: LineIndex) {
  const [start, end] = [positionAt(lines, from), positionAt(lines, to)];
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

/** A path as a URI reference: relative ones stay relative, absolute ones get the scheme that they need. */
function uriOf(file: string): string {
  const drive = /^[A-Za-z]:[\\/]/.test(file) ? file.slice(0, 2) : "";
  const path = file.slice(drive.length).split(/[\\/]/).map(encodeURIComponent).join("/");
  if (drive !== "") return `file:///${drive}${path}`;
  return path.startsWith("/") ? `file://${path}` : path;
}
