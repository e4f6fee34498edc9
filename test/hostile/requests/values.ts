import type { Random } from "../random.ts";

/** The part of JSON Schema that the OpenAPI document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** What a template stands for; filled in with the run's own when it is sent. */
export const PLACEHOLDERS = [
  "instance",
  "draft",
  "document",
  "folder",
  "mail",
  "event",
  "participant",
  "clock",
] as const;
export const placeholder = (name: (typeof PLACEHOLDERS)[number]): string => `«${name}»`;

const JUNK_TEXTS = [
  "",
  " ",
  "\u0000",
  "null",
  "-1",
  "0",
  "1e400",
  "99999999999999999999999",
  "../../etc/passwd",
  "..%2f..%2f",
  "%00",
  "%",
  "%zz",
  "a/b",
  "';DROP TABLE instances;--",
  '"quotes"',
  "__proto__",
  "constructor",
  "\ud800",
  "😀".repeat(40),
  "é\u0301\u202e",
  "x".repeat(5_000),
  "P1D",
  "P9999Y",
  "-P1D",
  "PT0S",
  "2026-13-45T99:99:99Z",
  "9999-12-31T23:59:59.999Z",
  "+275760-09-13T00:00:00Z",
  "0000-01-01T00:00:00Z",
  "http://127.0.0.1:1/",
  "https://example.test/\r\nx: y",
  "javascript:alert(1)",
] as const;
const JUNK_NUMBERS = [0, -1, 1, 0.5, -0, 366, 3651, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308, 5e-324] as const;

export function junkText(random: Random): string {
  return random.chance(0.2) ? placeholder(random.pick(PLACEHOLDERS)) : random.pick(JUNK_TEXTS);
}

/** Any JSON at all. */
export function junk(random: Random, depth = 0): unknown {
  const kind = random.between(0, depth > 3 ? 4 : 6);
  if (kind === 0) return null;
  if (kind === 1) return random.chance(0.5);
  if (kind === 2) return random.pick(JUNK_NUMBERS);
  if (kind <= 4) return junkText(random);
  const count = random.between(0, 4);
  if (kind === 5) return Array.from({ length: count }, () => junk(random, depth + 1));
  return Object.fromEntries(Array.from({ length: count }, () => [junkText(random), junk(random, depth + 1)]));
}

/** A value that fits a schema, as far as types, lengths and formats go. */
export function sampleOf(schema: Schema, random: Random, named: Readonly<Record<string, Schema>>, depth = 0): unknown {
  if (schema.$ref !== undefined)
    return sampleOf(named[schema.$ref.split("/").at(-1) ?? ""] ?? {}, random, named, depth);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return random.pick(schema.enum);
  const union = schema.anyOf ?? schema.oneOf;
  if (union !== undefined) return sampleOf(random.pick(union), random, named, depth);
  const type = Array.isArray(schema.type) ? random.pick(schema.type as readonly string[]) : schema.type;
  switch (type) {
    case "null":
      return null;
    case "boolean":
      return random.chance(0.5);
    case "integer":
    case "number":
      return random.between(schema.minimum ?? 0, Math.min(schema.maximum ?? 1_000, (schema.minimum ?? 0) + 1_000));
    case "string":
      return textOf(schema, random);
    case "array": {
      const count = random.between(schema.minItems ?? 0, (schema.minItems ?? 0) + 2);
      return Array.from({ length: count }, () => sampleOf(schema.items ?? {}, random, named, depth + 1));
    }
    case "object":
      return objectOf(schema, random, named, depth);
    default:
      return junk(random, depth);
  }
}

function textOf({ format, pattern }: Schema, random: Random): string {
  if (format === "uuid") return placeholder("instance");
  if (format === "date-time") return new Date(Date.UTC(2026, 2, random.between(1, 60))).toISOString();
  if (format === "duration") return random.pick(["P1D", "PT1H", "P2W", "PT0S", "P40D"]);
  if (format === "email") return `someone-${random.between(0, 5)}@example.test`;
  if (format === "uri") return "http://127.0.0.1:9/hook";
  if (pattern?.includes("[0-9]")) return placeholder(random.pick(["document", "folder", "participant"]));
  return random.chance(0.3) ? junkText(random) : random.pick(["alice", "bob", "nda", "contract", "1", "value"]);
}

function objectOf(schema: Schema, random: Random, named: Readonly<Record<string, Schema>>, depth: number): unknown {
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties ?? {})
    .filter(([name]) => required.has(name) || random.chance(0.5))
    .map(([name, field]) => [name, sampleOf(field, random, named, depth + 1)] as const);
  if (fields.length > 0 || schema.properties !== undefined) return Object.fromEntries(fields);
  const { additionalProperties: other } = schema;
  if (typeof other === "object" && Object.keys(other).length > 0)
    return Object.fromEntries(["one", "two"].map((name) => [name, sampleOf(other, random, named, depth + 1)]));
  return Object.fromEntries(freeFields(random, depth));
}

function freeFields(random: Random, depth: number): readonly (readonly [string, unknown])[] {
  return Array.from({ length: random.between(0, 3) }, () => [junkText(random), junk(random, depth + 1)]);
}

/** The value with one part replaced, taken out or added. */
export function mutated(value: unknown, random: Random): unknown {
  if (random.chance(0.3)) return junk(random);
  if (Array.isArray(value) && value.length > 0) {
    const at = random.between(0, value.length - 1);
    return value.map((item, index) => (index === at ? mutated(item, random) : item));
  }
  if (typeof value !== "object" || value === null) return junk(random);
  const entries = Object.entries(value);
  if (entries.length === 0 || random.chance(0.2)) return { ...value, [junkText(random)]: junk(random) };
  const [name] = random.pick(entries);
  if (random.chance(0.3)) return Object.fromEntries(entries.filter(([other]) => other !== name));
  return Object.fromEntries(entries.map(([other, item]) => [other, other === name ? mutated(item, random) : item]));
}
