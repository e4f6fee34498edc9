import { fieldWord, type TextKey, type Translate } from "../../components/index.ts";

/** Lists of named items, with the words for each item. */
const NAMED: Readonly<Record<string, TextKey>> = {
  "process stages": "sync.conflict.part.stage",
  "process automatic-reminders": "sync.conflict.part.reminder",
  "process_parameters users": "sync.conflict.part.participant",
  "process_parameters documents": "sync.conflict.part.document",
  "process_parameters messages": "sync.conflict.part.message",
};

/** Outer parts of the wire path, hidden if more of the path follows. */
const OUTER: Readonly<Record<string, TextKey>> = {
  process: "sync.conflict.part.process",
  process_parameters: "sync.conflict.part.parameters",
  process_settings: "sync.conflict.part.settings",
};

/** The place of a conflict in a flow, in the words of the app's forms. */
export function pathWords(t: Translate, path: readonly string[]): string {
  const [root, list, name, ...rest] = path;
  if (root === undefined) return t("common.wholeFlow");
  const outer = OUTER[root];
  if (list === undefined) return outer === undefined ? fieldWord(root) : t(outer);
  const named = NAMED[`${root} ${list}`];
  const below = [...(name === undefined ? [] : [name]), ...rest];
  const words =
    named !== undefined && name !== undefined
      ? [t(named, { name }), ...rest.map(fieldWord)]
      : [...(outer === undefined ? [fieldWord(root)] : []), fieldWord(list), ...below.map(fieldWord)];
  return words.join(" › ");
}
