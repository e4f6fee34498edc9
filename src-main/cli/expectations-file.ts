import { existsSync } from "node:fs";
import { companionFile } from "../../src-shared/foresight/index.ts";
import { readText, STANDARD_INPUT } from "./read-text.ts";

/** A text and the name of its file. */
export interface NamedText {
  readonly file: string;
  readonly text: string;
}

/** The expectations beside a flow file: of `loan.flow.yaml` or `loan.yaml` they are `loan.expect.yaml`. Null: there are none. */
export async function expectationsOf(flow: string): Promise<NamedText | null | "unreadable"> {
  if (flow === STANDARD_INPUT) return null;
  const file = companionFile(flow, "expectations");
  if (!existsSync(file)) return null;
  const text = await readText(file);
  return text === null ? "unreadable" : { file, text };
}
