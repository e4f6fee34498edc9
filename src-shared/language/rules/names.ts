import { fitting, msg, short, type Translatable, unfitIn, words } from "../../basics/index.ts";
import { type NamePlace, namePlaces, type Reading } from "../model/reading.ts";
import { nameOf } from "../schema/check.ts";
import { fixOf } from "../syntax/problems.ts";
import { childrenOf, isUnset, keyOf, member, memberText, type Node, pathOf, shownRange } from "../syntax/tree.ts";
import { archive, confirmation, invitation, signing, twoStages } from "./example.ts";
import type { Finding, Report, Rule, RuleContext, RuleEditor } from "./rule.ts";

/** Rules on names, on what any text may hold and on the lists of the process: N. N002 comes from the shape check. */
export const nameRules: readonly Rule[] = [
  {
    id: "N001",
    severity: "error",
    what: "Each stage has a name of its own.",
    fails: { stages: `${signing}\n${archive.replace("archive", "signing")}` },
    passes: { stages: twoStages },
    check: ({ stages }, report) => {
      const seen = new Map<string, Node>();
      for (const { name, node } of stages) {
        const earlier = seen.get(name);
        seen.set(name, earlier ?? node);
        if (earlier === undefined) continue;
        const message = msg`Two stages are called \`${short(name)}\`: rename one.`;
        const related = [{ range: keyOf(earlier), message: msg`The first stage of this name` }];
        report({ node, range: keyOf(node), message, related });
      }
    },
  },
  {
    id: "N002",
    severity: "error",
    what: "A stage is a map with its name as the only key, an action a map with its kind as the only key.",
    fails: { actions: `${invitation}\n  callback: { callback-name: started }`, archive: confirmation },
    passes: { actions: `${invitation}\n- callback: { callback-name: started }`, archive: confirmation },
  },
  {
    id: "N003",
    severity: "error",
    what: "A process has at least one stage.",
    fails: { text: 'dsl-version: "0.3.0"\nstages: []\n' },
    passes: { stages: twoStages },
    check: ({ process }, report) => {
      const stages = member(process, "stages");
      const none = stages !== null && (isUnset(stages) || (stages.kind === "list" && stages.items.length === 0));
      if (!none) return;
      const message = msg`The process has no stages: add one, such as \`- signing: { actions: [], expect: {} }\`.`;
      report({ node: stages, range: shownRange(stages), message });
    },
  },
  {
    id: "N004",
    severity: "error",
    what: 'A name is not empty, has at most 200 characters, and no control characters or line ends. Nor has the title, which has at most 500. No text holds half a character (`"\\ud83d"`) or a control character but the tab and line ends.',
    fails: {
      actions: '- notify: { users: [alice], methods: { email: "new\\tline" } }',
      messages: '"new\\tline": Please sign\ndone: Signed by all',
    },
    passes: {
      actions: '- notify: { users: [alice], methods: { email: "new line" } }',
      messages: '"new line": Please sign\ndone: Signed by all',
    },
    check: (reading, report, context) => {
      checkNames(reading, report);
      checkTexts(reading, report, context);
    },
  },
];

function checkNames(reading: Reading, report: Report): void {
  const title = memberText(reading.root, "title");
  const wrongTitle = title === null ? null : titleProblem(String(title.value));
  if (title !== null && wrongTitle !== null) report({ node: title, message: wrongTitle });
  for (const { what, name, node, range, again } of namesIn(reading)) {
    const wrong = again ? null : wrongName(name);
    if (wrong !== null) report({ node, range, message: msg`The name of this ${what} ${wrong}: give it another.` });
  }
}

/** Names with their kinds; S004 reports an empty callback name at the same place. */
function* namesIn(reading: Reading): Generator<Omit<NamePlace, "kind"> & { readonly what: Translatable }> {
  for (const place of namePlaces(reading)) yield { ...place, what: words[place.kind] };
  for (const { callbackName } of reading.actions)
    if (callbackName !== null)
      yield { ...callbackName, range: callbackName.node.range, what: words.callback, definition: true, again: false };
}

/** Keys and texts that hold, by an escape, what no text may hold; names are reported as names. */
function checkTexts(reading: Reading, report: Report, { escapes, editor }: RuleContext): void {
  if (!escapes) return;
  const reported = new Set<number>();
  for (const { name, range } of namesIn(reading)) if (wrongName(name) !== null) reported.add(range.from);
  const title = memberText(reading.root, "title");
  if (title !== null && hasControls(String(title.value))) reported.add(title.range.from);
  for (const finding of unfitTexts(reading.root, editor)) {
    const { node, range = node.range } = finding;
    if (!reported.has(range.from)) report(finding);
  }
}

function* unfitTexts(node: Node, editor: RuleEditor): Generator<Finding> {
  const inKey = typeof node.key === "string" ? unfitIn(node.key) : null;
  if (inKey !== null && node.keyRange !== null) {
    const message = msg`The key \`${short(String(node.key))}\` has ${inKey}: take it out.`;
    yield { node, range: node.keyRange, message };
  }
  for (const child of childrenOf(node)) yield* unfitTexts(child, editor);
  const value = node.kind === "scalar" && typeof node.value === "string" ? node.value : "";
  const found = unfitIn(value);
  if (found === null) return;
  const { parent, shared } = node;
  const fix = () =>
    parent === null || shared !== null ? null : fixOf(msg`Take it out`, editor.set(pathOf(node), fitting(value)));
  yield { node, message: msg`${nameOf(node)} has ${found}: take it out.`, fix: fix };
}

/** Longest title of a flow, in UTF-16 units, as the interface's own check counts. */
export const LONGEST_TITLE = 500;

/** What is wrong with a flow's title [N004]; null: nothing. */
function titleProblem(title: string): Translatable | null {
  if (hasControls(title)) return msg`The title has control characters or line ends: take them out.`;
  if (title.length <= LONGEST_TITLE) return null;
  return msg`The title has ${title.length} characters, and may have 500: shorten it.`;
}

/** What is wrong with a name [N004], to follow its noun; null: nothing. */
export function wrongName(name: string): Translatable | null {
  if (name.trim() === "") return msg`is empty`;
  if (hasControls(name)) return msg`has control characters or line ends`;
  const unfit = unfitIn(name);
  if (unfit !== null) return msg`has ${unfit}`;
  if (name.length > 200 && [...name].length > 200) return msg`is over 200 characters`;
  return null;
}

/** What a line of text never holds: a terminal may obey it, and directions turn round what stands beside it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is this expression's purpose.
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

/** Whether a text has control characters, or ones that turn the text around them. */
export function hasControls(text: string): boolean {
  return text.search(CONTROLS) >= 0;
}

/** The text without such characters. */
export function withoutControls(text: string): string {
  return text.replace(CONTROLS, "");
}
