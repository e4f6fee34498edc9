import { percentDecoded } from "../basics/index.ts";
import { isObject, type WireFields } from "../language/index.ts";

/**
 * In canonical form a document is its content hash (`sha256:…`), so that both sides compare; or `remote:ID` where the
 * account does not give its file. Anything else, such as a path, stays as it is.
 */
export const contentToken = (sha256: string): string => `sha256:${sha256}`;
export const remoteToken = (id: string): string => `remote:${id}`;

export const contentOf = (token: unknown): string | null => afterPrefix(token, "sha256:");
export const remoteOf = (token: unknown): string | null => afterPrefix(token, "remote:");

function afterPrefix(token: unknown, prefix: string): string | null {
  return typeof token === "string" && token.startsWith(prefix) ? token.slice(prefix.length) : null;
}

/** Placeholder path for a document that only the account has: it shows as missing. */
export const absentDocument = (remoteId: string): string => `./remote-${encodeURIComponent(remoteId)}.pdf`;

/** The id of such a document; null: it is another value. */
export function absentId(value: unknown): string | null {
  const id = typeof value === "string" ? /^\.\/remote-([\w.~%:-]+)\.pdf$/.exec(value)?.[1] : undefined;
  const given = id === undefined ? null : percentDecoded(id);
  // Whose percent signs are no valid encoding is a path that its author wrote.
  return given?.includes("%") ? null : given;
}

/** The values of a draft's documents. */
export function documentsIn({ process_parameters: parameters }: Partial<WireFields>): readonly unknown[] {
  return isObject(parameters) && isObject(parameters.documents) ? Object.values(parameters.documents) : [];
}

/** The fields with each document's value changed. */
export function withDocuments<T extends Partial<WireFields>>(fields: T, change: (value: unknown) => unknown): T {
  const parameters = fields.process_parameters;
  if (!isObject(parameters) || !isObject(parameters.documents)) return fields;
  const documents = Object.entries(parameters.documents).map(([name, value]) => [name, change(value)]);
  return { ...fields, process_parameters: { ...parameters, documents: Object.fromEntries(documents) } };
}
