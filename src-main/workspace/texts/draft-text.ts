import { setImmediate } from "node:timers/promises";
import { problemCount, tooMany } from "../../../src-shared/basics/index.ts";
import {
  type Analysis,
  draftTextParts,
  isObject,
  meansUnread,
  UneditableText,
  type WireFields,
  wireFields,
  withMembers,
} from "../../../src-shared/language/index.ts";
import { type DraftDetail, type DraftFields, fail, ok, type Result } from "../../host/index.ts";
import { type DraftRow, inLines } from "../../store/index.ts";

/** Analyses a text with the workspace's settings, or returns the remembered analysis. */
type Analyse = (text: string) => Analysis;

/** The columns that a row keeps from a text, so that lists need not read it. */
export type TextViews = Pick<DraftRow, "title" | "text" | "format" | "errors" | "warnings" | "folderId" | "people">;

const FIELDS = [
  "title",
  "process",
  "process_parameters",
  "process_settings",
  "duration",
  "callback",
  "folder_id",
  "flow_kind",
] as const satisfies readonly (keyof WireFields)[];
/** Checked on every write; process and parameters only at the start (docs/ids.md, Fields). */
const CHECKED_ON_WRITE = /^\/(title|duration|callback|folder_id|flow_kind)(\/|$)/;

export function isReadable({ diagnostics }: Analysis): boolean {
  return !diagnostics.some(meansUnread);
}

export function problemsOf({ diagnostics }: Analysis): Pick<DraftRow, "errors" | "warnings"> {
  const count = (severity: string) =>
    problemCount(diagnostics.filter((diagnostic) => diagnostic.severity === severity));
  return { errors: count("error"), warnings: count("warning") };
}

export function viewsOf(
  text: string,
  analysis: Analysis,
  before: Pick<DraftRow, "title" | "goodText" | "folderId" | "people"> | null,
): TextViews {
  const { title, folder_id } = wireFields(analysis.value);
  const readable = isReadable(analysis);
  // A text that never parsed gets the name that can be read so far, as in the editor.
  const neverParsed = before === null || before.goodText === "";
  const read = readable ? title : neverParsed ? analysis.outline.title : before.title;
  return {
    // A text that does not parse for the moment keeps its name in the list (law 5).
    title: typeof read === "string" && read.trim() !== "" ? read : "",
    text,
    format: text.trimStart().startsWith("{") ? "json" : "yaml",
    ...problemsOf(analysis),
    people: readable ? peopleIn(analysis) : (before?.people ?? []),
    folderId: readable ? (typeof folder_id === "string" ? folder_id : null) : (before?.folderId ?? null),
  };
}

const peopleIn = ({ outline }: Analysis): readonly string[] =>
  outline.participants.map(({ name, id, email, phoneNumber }) => inLines(name, id, email, phoneNumber));

export function draftDetail(row: DraftRow, analyse: Analyse): DraftDetail {
  const analysis = analyse(row.text);
  const good = row.goodText === row.text ? analysis : analyse(row.goodText);
  return { ...row, diagnostics: analysis.diagnostics, fields: shownFields(wireFields(good.value)) };
}

/** A draft as the wire shows it: never a password or where it is stored (law 9). */
function shownFields(fields: WireFields): DraftFields {
  const title = typeof fields.title === "string" ? fields.title : null;
  const duration = typeof fields.duration === "number" ? fields.duration : null;
  const folder = typeof fields.folder_id === "string" ? fields.folder_id : null;
  const kind = typeof fields.flow_kind === "string" ? fields.flow_kind : null;
  const { process, process_parameters, process_settings, callback } = fields;
  return {
    ...{ title, process, process_parameters, process_settings, duration },
    ...{ callback: withoutPassword(callback), folder_id: folder, flow_kind: kind },
  };
}

function withoutPassword(callback: unknown): unknown {
  if (!isObject(callback) || !isObject(callback.auth)) return callback;
  const { password_ref: _hidden, ...auth } = callback.auth;
  return { ...callback, auth };
}

/** A new text from the wire's fields. Yields between writing, reading and checking it. */
export async function textOfFields(fields: DraftFields, analyse: Analyse): Promise<Result<string>> {
  const refused = uncountable(fields);
  return refused ?? checkedWrite(await written(fields), analyse);
}

async function written(fields: Partial<WireFields>): Promise<string> {
  let text = "";
  for (const part of draftTextParts(fields)) {
    text += part;
    await setImmediate();
  }
  return text;
}

/** Why a text has too many parts to be saved, checked before it is written [S008]; null: it can be saved. */
function uncountable({ process, process_parameters: parameters }: DraftFields): ReturnType<typeof fail> | null {
  const stages = isObject(process) ? process.stages : null;
  const given = isObject(parameters) ? parameters : {};
  const counts = [
    ["stages", "/process/stages", Array.isArray(stages) ? stages.length : 0],
    ["participants", "/process_parameters/users", isObject(given.users) ? Object.keys(given.users).length : 0],
    ["documents", "/process_parameters/documents", isObject(given.documents) ? Object.keys(given.documents).length : 0],
  ] as const;
  const diagnostics = counts.flatMap(([what, pointer, count]) => {
    const message = tooMany(count, what);
    return message === null ? [] : [{ rule: "S008", severity: "error", message, pointer }];
  });
  const first = diagnostics[0];
  return first === undefined ? null : fail("request_parameters_invalid", first.message, { diagnostics });
}

/**
 * The text with some of its fields set, comments and layout kept (law 5); null removes one, an absent one stays. One
 * plan for all of them, and others get their turn between reading, editing and checking. Errors: `conflict_error` for a text that does not parse, `request_parameters_invalid` for a refused value.
 */
export async function editFields(text: string, fields: DraftFields, analyse: Analyse): Promise<Result<string>> {
  const refused = uncountable(fields);
  if (refused !== null) return refused;
  const analysis = analyse(text);
  if (!isReadable(analysis)) return unreadable(analysis.diagnostics[0]?.message ?? "");
  await setImmediate();
  if (analysis.kind === "process")
    return checkedWrite(await written({ ...wireFields(analysis.value), ...fields }), analyse);
  const given = FIELDS.filter((field) => fields[field] !== undefined);
  try {
    const edited = withMembers(text, Object.fromEntries(given.map((field) => [field, fields[field] ?? undefined])));
    await setImmediate();
    return await checkedWrite(edited, analyse);
  } catch (error) {
    if (error instanceof UneditableText) return unreadable(error.message);
    throw error;
  }
}

function unreadable(why: string): Result<string> {
  return fail(
    "conflict_error",
    `The draft's text cannot be read at the moment, so it was not changed: ${why} Correct the text first.`,
  );
}

/** We must be able to read our own text again: fields that make it too large or too long are refused [S008]. */
async function checkedWrite(text: string, analyse: Analyse): Promise<Result<string>> {
  const { diagnostics } = analyse(text);
  await setImmediate();
  const refused = diagnostics.filter(
    (each) => meansUnread(each) || (each.severity === "error" && CHECKED_ON_WRITE.test(each.pointer)),
  );
  const first = refused[0];
  if (first === undefined) return ok(text);
  return fail("request_parameters_invalid", first.message, { diagnostics: refused });
}
