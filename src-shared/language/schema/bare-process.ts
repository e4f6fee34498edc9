import { msg, short, type TextEdit } from "../../basics/index.ts";
import { linesBelowProcess } from "../edit/wrap.ts";
import type { Syntax } from "../syntax/parse.ts";
import type { Problem, ProposedFix } from "../syntax/problems.ts";
import { type Node, wholeRange } from "../syntax/tree.ts";
import { ownField } from "./check.ts";
import { flowShape, processShape } from "./grammar.ts";

/**
 * Explains keys of a draft in a text that was read as a bare process [S003]: the author may not know why `title` is unknown,
 * or that `stages` is one level too high.
 */
export function explainedAsBare(problems: readonly Problem[], syntax: Syntax): readonly Problem[] {
  const { root } = syntax;
  if (root.kind !== "map" || !problems.some((problem) => isDraftKey(problem, root))) return problems;
  const sign = root.entries.has("stages") ? "stages" : "dsl-version";
  const fix = draftFix(syntax);
  return problems.map((problem) => {
    if (!isDraftKey(problem, root)) return problem;
    const key = short(String(problem.node?.key));
    const message = msg`\`${key}\` is a key of a draft, and this text is read as a bare process, since \`${sign}\` stands beside it: put the process below \`process:\`.`;
    return { ...problem, message, fix };
  });
}

function isDraftKey({ rule, node }: Problem, root: Node): boolean {
  return rule === "S003" && node?.parent === root && ownField(flowShape.fields, String(node.key)) !== undefined;
}

/** Puts the keys of the process below `process`; null where they do not stand together, or one is there already. */
function draftFix({ text, root, problems }: Syntax): ProposedFix | null {
  if (problems.length > 0 || root.kind !== "map" || root.entries.has("process")) return null;
  const members = [...root.entries.values()];
  const own = members.map((node) => ownField(processShape.fields, String(node.key)) !== undefined);
  const [first, last] = [own.indexOf(true), own.lastIndexOf(true)];
  const [from, to] = [members[first], members[last]];
  if (from === undefined || to === undefined || own.slice(first, last).includes(false)) return null;
  if (members.some(({ shared }) => shared !== null)) return null;
  const start = wholeRange(from).from;
  const end = wholeRange(to).to;
  const edits = root.flow ? inBraces(start, end) : linesBelowProcess(text, { from: start, to: end });
  return { title: msg`Make it a draft`, edits };
}

function inBraces(from: number, to: number): readonly TextEdit[] {
  return [
    { range: { from, to: from }, insert: '"process": {' },
    { range: { from: to, to }, insert: "}" },
  ];
}
