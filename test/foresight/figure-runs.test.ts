import fc from "fast-check";
import { expect, test } from "vitest";
import { findingsOf } from "../../src-shared/foresight/findings/index.ts";
import { Player, SCENARIO_BEGIN } from "../../src-shared/foresight/scenarios/player.ts";
import type { CheckedDraft } from "../../src-shared/language/index.ts";
import { DAY, startCommand } from "../fixtures/flow-shape.ts";
import { flow as randomFlow } from "../fixtures/random-flow.ts";
import { FUZZ_TIMEOUT, inputs } from "../fuzz/effort.ts";

type FigureRun = NonNullable<ReturnType<typeof findingsOf>[number]["figureRuns"]>[number];

/** Plays a run by the engine. */
function played(draft: CheckedDraft, { steps }: FigureRun): Player {
  const player = new Player(draft, new Set());
  for (const step of steps()) {
    const wrong = player.play(step.kind === "wait" ? { ...step, hours: 0 } : { kind: "label", label: step });
    expect(wrong).toBeNull();
  }
  return player;
}

/** How many messages somebody was sent. */
function sent({ events }: Player, who: string): { readonly email: number; readonly sms: number } {
  const methods = events.flatMap((event) =>
    event.type === "notification_queued" && event.participant === who ? [event.method] : [],
  );
  const count = (method: string) => methods.filter((one) => one === method).length;
  return { email: count("email"), sms: count("sms") };
}

type Figures = ReturnType<typeof findingsOf>[number]["figures"];

/** What a run shows of the numbers that it is for. */
function shownBy(player: Player, { shows }: FigureRun, figures: Figures): unknown {
  const { status } = player.state;
  if (figures?.kind !== "messages") return [status, player.now - SCENARIO_BEGIN];
  const { email, sms } = sent(player, figures.who);
  return [status, shows === "mostSms" ? null : email, shows === "mostEmail" ? null : sms];
}

/** What the finding says. */
function figureOf({ shows }: FigureRun, figures: Figures): unknown {
  if (figures?.kind !== "messages") {
    const days = (shows === "earliest" ? figures?.earliest : figures?.latest) ?? 0;
    return [days === 0 ? "completed" : "timed_out", days * DAY];
  }
  const { email, sms } = shows === "least" ? figures.least : figures.most;
  return ["completed", shows === "mostSms" ? null : email, shows === "mostEmail" ? null : sms];
}

/** By both channels, at their own rhythms. */
const methods = fc.constantFrom(
  null,
  { email: "reminder", sms: null, emailLinkOnly: false },
  { email: null, sms: "reminder", emailLinkOnly: false },
  { email: "reminder", sms: "reminder", emailLinkOnly: false },
);
const reminders = fc.array(
  fc.record({
    users: fc.constant(null),
    methods,
    daysDelay: fc.integer({ min: 1, max: 6 }),
    periodically: fc.boolean(),
  }),
  { maxLength: 3 },
);

test("X113: the runs of its numbers show them: in days, and in messages to each person", {
  timeout: FUZZ_TIMEOUT,
}, () => {
  const shown = new Set<string>();
  fc.assert(
    fc.property(randomFlow, reminders, (shape, reminded) => {
      const people = (shape.participants ?? []).map((one) => ({ ...one, phoneNumber: "+46701740605" }));
      const { draft } = startCommand({ ...shape, participants: people, reminders: reminded });
      for (const { figures, figureRuns = [] } of findingsOf(draft)) {
        for (const run of figureRuns) {
          shown.add(run.shows);
          expect(shownBy(played(draft, run), run, figures)).toEqual(figureOf(run, figures));
        }
      }
    }),
    { seed: 20_261_125, numRuns: inputs(150) },
  );
  expect([...shown].toSorted()).toEqual(["earliest", "latest", "least", "most", "mostEmail", "mostSms"]);
});
