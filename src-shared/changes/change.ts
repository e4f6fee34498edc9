import { msg, type Translatable, type Translation, translated } from "../basics/index.ts";

/** One difference between two versions of a flow, for people. */
export interface FlowChange {
  /** What kind of change, for translation: such as `stage.added`. */
  readonly key: string;
  /** What the sentence names, by the names that a translation uses. */
  readonly values: Readonly<Record<string, string>>;
  /** The sentence in English. */
  readonly text: string;
}

/** The sentences, by key; {…} stands for a value. */
export const sentences = {
  "text.kind": "The file is now a {after}, it was a {before}",
  "field.set": "{field} set to {after}",
  "field.changed": "{field}: {before} → {after}",
  "field.removed": "{field} removed (was {before})",
  "callback.password": "Callback: the password changed",
  "stage.added": "Stage “{stage}” added",
  "stage.removed": "Stage “{stage}” removed",
  "stage.renamed": "Stage “{before}” renamed “{stage}”",
  "stage.moved": "Stage “{stage}” moved from place {before} to {after}",
  "act.added": "Stage “{stage}”: {participant} added as {role} of {document}",
  "act.removed": "Stage “{stage}”: {participant} no longer {role} of {document}",
  "group.added": "Stage “{stage}”: a group of {count} out of {users} added as {role}s of {documents}",
  "group.removed": "Stage “{stage}”: the group of {count} out of {users} as {role}s of {documents} removed",
  "group.changed": "Stage “{stage}”: {before} → {count} out of {users} as {role}s of {documents}",
  "redirect.changed": "Stage “{stage}”: {users} redirected to {url}",
  "redirect.removed": "Stage “{stage}”: redirect of {users} to {url} removed",
  "action.added": "Stage “{stage}”: {action} added",
  "action.removed": "Stage “{stage}”: {action} removed",
  "action.order": "Stage “{stage}”: actions in another order",
  "reminder.added": "Reminder added: {reminder}",
  "reminder.changed": "Reminder ({reminder}): {field} {before} → {after}",
  "reminder.removed": "Reminder removed: {reminder}",
  "participant.added": "Participant {name} added ({id})",
  "participant.removed": "Participant {name} removed",
  "participant.renamed": "Participant {before} renamed {name}",
  "participant.changed": "Participant {name}: {field} {before} → {after}",
  "document.added": "Document {name} added ({value})",
  "document.removed": "Document {name} removed",
  "document.changed": "Document {name}: {before} → {value}",
  "message.added": "Message {name} added",
  "message.removed": "Message {name} removed",
  "message.changed": "Message {name}: {before} → {value}",
  "other.changed": "{place} changed",
} as const;

type ChangeKey = keyof typeof sentences;

/** A change before translation: our own words can be translated, names and values are plain text. */
export interface Change {
  readonly key: ChangeKey;
  readonly values: Readonly<Record<string, string | Translatable>>;
}

export function change(key: ChangeKey, values: Change["values"]): Change {
  return { key, values };
}

/** The change for a reader; `text` is English, except translated parts. */
export function formatChange({ key, values: parts }: Change, translation?: Translation): FlowChange {
  const values = Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [
      name,
      typeof part === "string" ? part : translated(part, translation),
    ]),
  );
  const text = sentences[key].replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
  return { key, values, text };
}

/** `email hello and sms short`: each method, with its message where that is reported. */
export function methodWords(ways: readonly (string | Translatable)[]): string | Translatable {
  return ways.length === 0 ? "" : ways.reduce((before, way) => msg`${before} and ${way}`);
}

const methodNames: Readonly<Record<string, Translatable>> = { email: msg`email`, sms: msg`sms` };

/** A notification method in words; an unknown one as it is written. */
export function methodWord(way: string): string | Translatable {
  return Object.hasOwn(methodNames, way) ? (methodNames[way] ?? way) : way;
}
