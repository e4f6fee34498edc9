import { limits } from "../limits.ts";
import type { Reading } from "../reading.ts";
import { type Said, say } from "../said.ts";
import { short } from "../short.ts";
import { itemsOf, member, type Node } from "../syntax/tree.ts";
import { words } from "../words.ts";
import type { Report, Rule } from "./rule.ts";

/** Rules on names and on the lists of the process: N, and S008's counts. N002 comes from the shape check. */
export const nameRules: readonly Rule[] = [
  {
    id: "N001",
    severity: "error",
    needsDraft: false,
    check: ({ stages }, report) => {
      const seen = new Map<string, Node>();
      for (const { name, node } of stages) {
        const earlier = seen.get(name);
        if (earlier === undefined) {
          seen.set(name, node);
          continue;
        }
        report({
          node,
          range: node.keyRange ?? node.range,
          message: say`Two stages are called \`${short(name)}\`: rename one.`,
          related: [{ range: earlier.keyRange ?? earlier.range, message: say`The first stage of this name` }],
        });
      }
    },
  },
  {
    id: "N003",
    severity: "error",
    needsDraft: false,
    check: ({ process }, report) => {
      const stages = member(process, "stages");
      const none =
        (stages?.kind === "list" && stages.items.length === 0) || (stages?.kind === "scalar" && stages.value === null);
      if (stages === null || !none) return;
      const range = stages.range.from === stages.range.to ? (stages.keyRange ?? stages.range) : stages.range;
      report({
        node: stages,
        range,
        message: say`The process has no stages: add one, such as \`- signing: { actions: [], expect: {} }\`.`,
      });
    },
  },
  { id: "N004", severity: "error", needsDraft: false, check: checkNames },
  { id: "S008", severity: "error", needsDraft: false, check: checkCounts },
];

function checkNames(reading: Reading, report: Report): void {
  const check = (what: Said, name: string, node: Node, range = node.keyRange ?? node.range): void => {
    const wrong = wrongName(name);
    if (wrong !== null) report({ node, range, message: say`The name of this ${what} ${wrong}: give it another.` });
  };
  const title = member(reading.root, "title");
  if (title?.kind === "scalar" && typeof title.value === "string" && hasControls(title.value)) {
    const message = say`The title has control characters or line ends: take them out.`;
    report({ node: title, range: title.range, message });
  }
  for (const { name, node, actions } of reading.stages) {
    check(words.stage, name, node);
    for (const { callbackName } of actions) {
      // An empty callback name is S004's, which is said at the same place.
      if (callbackName !== null) check(words.callback, callbackName.name, callbackName.node, callbackName.node.range);
    }
  }
  for (const { name, node } of reading.participants.values()) check(words.participant, name, node);
  for (const [name, node] of reading.documents) check(words.document, name, node);
  for (const [name, node] of reading.messages) check(words.message, name, node);
  for (const kind of ["participant", "document", "message"] as const) {
    for (const [name, [first]] of reading.uses[kind]) if (first) check(words[kind], name, first.node, first.node.range);
  }
}

/** What is wrong with a name [N004], to follow its noun; null: nothing. */
export function wrongName(name: string): Said | null {
  if (name.trim() === "") return say`is empty`;
  if (hasControls(name)) return say`has control characters or line ends`;
  if (name.length > 200 && [...name].length > 200) return say`is over 200 characters`;
  return null;
}

/** What a line of text never holds, and a terminal may obey. */
export function hasControls(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is this expression's purpose.
  return /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(text);
}

function checkCounts({ process, root, participants, documents, uses, stages }: Reading, report: Report): void {
  const parameters = member(root, "process_parameters");
  const check = (node: Node | null, count: number, limit: number, what: Said): void => {
    if (node === null || count <= limit) return;
    report({
      node,
      range: node.keyRange ?? node.range,
      message: say`${count} ${what} are over the limit of ${limit}: split the flow.`,
    });
  };
  const list = member(process, "stages");
  check(list, Math.max(stages.length, itemsOf(list).length), limits.stages, say`stages`);
  check(
    member(parameters, "users") ?? list,
    Math.max(participants.size, uses.participant.size),
    limits.participants,
    say`participants`,
  );
  check(
    member(parameters, "documents") ?? list,
    Math.max(documents.size, uses.document.size),
    limits.documents,
    say`documents`,
  );
}
