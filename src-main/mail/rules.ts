import { z } from "zod";
import type { MailRule } from "../host-types.ts";

/** A year. */
export const MOST_DELAY_MINUTES = 525_600;

/** The author's rules for addresses that bounce or are slow; the first that fits counts. */
export const mailRules = z.array(
  z.object({
    address: z.string().min(1).max(320),
    effect: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("bounce"), reason: z.string().min(1).max(500) }),
      z.object({ kind: z.literal("delay"), minutes: z.number().int().min(1).max(MOST_DELAY_MINUTES) }),
    ]),
  }),
);

export function ruleFor(rules: readonly MailRule[], address: string): MailRule | null {
  const wanted = address.toLowerCase();
  return rules.find((rule) => rule.address === "*" || rule.address.toLowerCase() === wanted) ?? null;
}
