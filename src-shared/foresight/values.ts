/** What a file says as plain JSON, member by member; nothing where it says something else. */

export type Values = Readonly<Record<string, unknown>>;

export function mapOf(value: unknown): Values {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
