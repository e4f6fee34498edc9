import { isObject } from "../language/index.ts";

/** The members of a parsed file as plain JSON; empty if the file holds something else. */

export type Values = Readonly<Record<string, unknown>>;

export function mapOf(value: unknown): Values {
  return isObject(value) ? { ...value } : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A path without `.`, and without `..` that leads back into a folder it names. */
export function plainPath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (part !== "." && (part !== "" || parts.length === 0)) parts.push(part);
  }
  return parts.join("/");
}
