import { analyse, sourceOf, withMembers } from "../language/index.ts";
import { mapOf, plainPath } from "./values.ts";

/** The texts that belong to a draft's flow, each in its own file beside the flow file. */
export const companionNames = ["expectations", "scenarios"] as const;
export type CompanionName = (typeof companionNames)[number];
/** The whole text of each; "" where there is none. */
export type Companions = Readonly<Record<CompanionName, string>>;

export const NO_COMPANIONS: Companions = { expectations: "", scenarios: "" };

const endings = { expectations: ".expect.yaml", scenarios: ".scenario.yaml" } as const;

/**
 * The companion file of a flow file: `loan.flow.yaml` and `loan.yaml` have `loan.expect.yaml` and `loan.scenario.yaml`.
 */
export function companionFile(flowFile: string, name: CompanionName): string {
  return flowFile.replace(/(?:\.flow)?\.(?:ya?ml|json)$/i, "").concat(endings[name]);
}

/** The companion that a file holds, judged by its name; null: none. */
export function companionIn(file: string): CompanionName | null {
  return companionNames.find((name) => file.toLowerCase().endsWith(endings[name])) ?? null;
}

/**
 * The kind of a text, judged by its top-level keys, and the flow file that it names; null: neither a flow nor a
 * companion.
 */
export function heldBy(text: string): { readonly part: CompanionName | "flow"; readonly flow: string | null } | null {
  const { root } = sourceOf(text).syntax;
  if (root.kind !== "map") return null;
  const part = partNames.find((name) => partKeys[name].some((key) => root.entries.has(key)));
  const flow = root.entries.get("flow");
  return part === undefined
    ? null
    : { part, flow: flow?.kind === "scalar" && typeof flow.value === "string" ? flow.value : null };
}

const partNames = ["flow", ...companionNames] as const;
const partKeys = {
  flow: ["process", "process_parameters", "stages"],
  expectations: ["expect", "accept", "assume"],
  scenarios: ["scenarios", "scenario", "steps", "people"],
} as const;

/** A draft's flow, and its companions. */
export type DraftTexts = Companions & { readonly text: string };

/** Whether two drafts have identical texts. */
export function haveSameTexts(one: DraftTexts, other: DraftTexts): boolean {
  return one.text === other.text && companionNames.every((name) => one[name] === other[name]);
}

/** Picks only the companions from an object. */
export function companionsOf({ expectations, scenarios }: Companions): Companions {
  return { expectations, scenarios };
}

/**
 * A companion's text as saved in a file: it names the flow file beside it. A text that cannot be parsed stays as it is.
 */
export function namingFlow(text: string, flowFile: string): string {
  const { value } = analyse(text);
  const isMap = value === null || typeof value === "object";
  if (text.trim() === "" || !isMap || Array.isArray(value) || sourceOf(text).syntax.problems.length > 0) return text;
  const { flow } = mapOf(value);
  const named = `./${flowFile}`;
  if (typeof flow === "string" && plainPath(flow) === flowFile) return text;
  if (flow !== undefined || /^[{%-]/.test(text.trimStart())) return withMembers(text, { flow: named });
  const written = /^[\p{L}\p{N}._/-]+$/u.test(named) ? named : JSON.stringify(named);
  return `flow: ${written}${text.includes("\r\n") ? "\r\n" : "\n"}${text}`;
}
