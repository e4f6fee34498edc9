import { z } from "zod";
import { stepShown } from "../drift/index.ts";
import { endStatuses } from "../foresight/index.ts";
import { method } from "../service/index.ts";
import { byId, mutation, nothing, query } from "./parts.ts";

/** A line of a scenario file: `borrower signs loan`, `{ wait: 3 days }`, `{ expect: completed }`. */
const writtenStep = z.union([z.string(), z.record(z.string(), z.string())]);

/** Steps that a new run should follow. */
export const script = z.object({
  title: z.string().max(2000),
  steps: z.array(writtenStep).max(20_000, "A run follows at most 20000 steps."),
});

/** How far a run has followed its steps; `stopped` says why the next one was refused. */
const following = z.object({
  title: z.string(),
  steps: z.number().int(),
  done: z.number().int(),
  stopped: z.string().nullable(),
  /** The next step is a wait until then, in flow time; the playing clock passes it. */
  waitsUntil: z.number().nullable(),
});

const name = z.string();

/** A happening that a step expects by now. */
const happening = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("act"), who: name, does: z.enum(["signs", "approves"]), document: name }),
  z.object({ kind: z.literal("rejects"), who: name, document: name.nullable() }),
  z.object({ kind: z.enum(["sees", "gets-copy"]), who: name, document: name }),
  z.object({ kind: z.literal("gets-message"), who: name, method }),
  z.object({ kind: z.literal("begins"), stage: name }),
  z.object({ kind: z.literal("ends"), status: z.enum(endStatuses) }),
]);

/** A step and what is expected there. */
export const shownStep = stepShown.extend({
  expects: z.object({ fact: happening, not: z.boolean() }).optional(),
});

/** Moves a run forward: by the steps that it follows, or by an act of anybody. */
export const playProcedures = {
  /** The steps around the next one, from index `first`; null: the run follows none. */
  "plays.get": query(
    byId,
    z.object({ following: following.extend({ first: z.number().int(), shown: z.array(shownStep) }).nullable() }),
  ),
  /** Takes step `at`, unless it has been taken. `clock` leaves a wait to a playing clock. */
  "plays.next": mutation(byId.extend({ at: z.number().int(), pace: z.enum(["clock", "at once"]) }), following),
  /**
   * One step that the author picks, in the words of a scenario; `message`: of a rejection, or why an authentication
   * fails. `once seen`: not before its person has seen their message.
   */
  "plays.act": mutation(
    byId.extend({
      step: z.string(),
      message: z.string().max(10_000, "A message has at most 10000 characters: shorten it.").optional(),
      when: z.enum(["at once", "once seen"]).optional(),
    }),
    nothing,
  ),
  /** Adds the run's steps to the scenarios of its flow. */
  "plays.saveAsScenario": mutation(
    byId.extend({ name: z.string().max(200, "A scenario's name has at most 200 characters: shorten it.") }),
    nothing,
  ),
  /** The run stops following its steps. */
  "plays.leave": mutation(byId, nothing),
} as const;
