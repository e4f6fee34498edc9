import { analyse, sourceOf, withMembers } from "../language/index.ts";
import { mapOf, plainPath } from "./values.ts";

/** The texts that a draft has beside its flow's, each in a file of its own beside the flow file. */
export const companionNames = ["expectations", "scenarios"] as const;
export type CompanionName = (typeof companionNames)[number];
/** The whole text of each; "" where there is none. */
export type Companions = Readonly<Record<CompanionName, string>>;

export const NO_COMPANIONS: Companions = { expectations: "", scenarios: "" };

const endings = { expectations: ".expect.yaml", scenarios: ".scenario.yaml" } as const;

/** The file of a companion beside a flow file: of `loan.flow.yaml` or `loan.yaml`, `loan.expect.yaml` and `loan.scenario.yaml`. */
export function companionFile(flowFile: string, name: CompanionName): string {
  return flowFile.replace(/(?:\.flow)?\.(?:ya?ml|json)$/i, "").concat(endings[name]);
}

/** Which companion a file holds by its name; null: none. */
export function companionIn(file: string): CompanionName | null {
  return companionNames.find((name) => file.toLowerCase().endsWith(endings[name])) ?? null;
}

/** What a text holds by its keys at the top, and the flow file that it names; null: neither a flow nor a companion. */
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

/** Whether two drafts say the same, word for word. */
export function haveSameTexts(one: DraftTexts, other: DraftTexts): boolean {
  return one.text === other.text && companionNames.every((name) => one[name] === other[name]);
}

/** Only the companions of an object that has them. */
export function companionsOf({ expectations, scenarios }: Companions): Companions {
  return { expectations, scenarios };
}

/** A companion's text as it stands in a file: it names the flow file beside it. One that cannot be read stays as it is. */
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
