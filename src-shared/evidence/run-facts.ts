import { z } from "zod";

/** `run.json` of a bundle: its run and its files. */
export const runFacts = z.strictObject({
  format: z.literal("countersign-evidence"),
  version: z.literal(1),
  simulated: z.literal(true),
  instance: z.string(),
  title: z.string(),
  status: z.string(),
  /** Flow time, ISO 8601. */
  started: z.string(),
  ended: z.string(),
  time_zone: z.string(),
  /** The hash of the history's last event, hex. */
  last_hash: z.string(),
  events: z.int(),
  participants: z.array(
    z.strictObject({
      name: z.string(),
      full_name: z.string().nullable(),
      email: z.string().nullable(),
      phone_number: z.string().nullable(),
    }),
  ),
  documents: z.array(
    z.strictObject({
      name: z.string(),
      title: z.string(),
      state: z.string(),
      file: z.string(),
      sha256: z.string(),
      sealed: z.boolean(),
    }),
  ),
});
export type RunFacts = z.output<typeof runFacts>;

export const RUN_FILE = "run.json";
export const HISTORY_FILE = "history.jsonl";
