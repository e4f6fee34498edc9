import { existsSync } from "node:fs";
import { readText, STANDARD_INPUT } from "./read-text.ts";

/** A text and the name of its file. */
export interface NamedText {
  readonly file: string;
  readonly text: string;
}

/** The expectations beside a flow file: of `loan.flow.yaml` or `loan.yaml` they are `loan.expect.yaml`. Null: there are none. */
export async function expectationsOf(flow: string): Promise<NamedText | null | "unreadable"> {
  if (flow === STANDARD_INPUT) return null;
  const file = flow.replace(/(?:\.flow)?\.(?:ya?ml|json)$/i, "").concat(".expect.yaml");
  if (!existsSync(file)) return null;
  const text = await readText(file);
  return text === null ? "unreadable" : { file, text };
}
