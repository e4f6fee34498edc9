import { describe, expect, it } from "vitest";
import type { Command, FlowEvent } from "../../src-shared/flow/index.ts";
import {
  authorActions,
  availableActions,
  compareHistories,
  decide,
  due,
  english,
  refusalOfDelete,
  replay,
  sentence,
  transitions,
} from "../../src-shared/flow/index.ts";
import { TestFlow, TWO_SIGNERS } from "../fixtures/flow-shape.ts";

/** The history of a flow that a newer release has gone on with; named as a member that every object has, to be mean. */
function goneOn(type = "toString", at?: number): readonly FlowEvent[] {
  const { events } = new TestFlow(TWO_SIGNERS);
  const unknown = { type, at: at ?? (events.at(-1)?.at ?? 0) + 1 } as unknown as FlowEvent;
  return [...events, unknown];
}

describe("law 2: a history with an event that only a newer release knows", () => {
  it("is replayed, and says what it is that is not understood", () => {
    const events = goneOn();
    const state = replay(events);
    expect(state).toMatchObject({ unknownSince: "toString", status: "in_progress", lastEventAt: events.at(-1)?.at });
    const last = events.at(-1);
    if (last === undefined) throw new Error("an empty history");
    expect(english(sentence(last, state))).toBe("An event of a newer version: toString");
    expect(replay([...events, ...goneOn("later").slice(-1)])?.unknownSince).toBe("toString");
  });

  it("takes no command at all, with the reason, and nothing falls due in it", () => {
    const state = replay(goneOn("delegated"));
    if (state === null) throw new Error("an empty history");
    for (const type of Object.keys(transitions)) {
      const decision = decide(state, { type } as Command, state.timeoutAt);
      expect(decision, type).toMatchObject({ ok: false, refusal: { code: "instance_state_error" } });
      expect(decision.ok ? "" : decision.refusal.message).toMatch(/newer Countersign .*"delegated".*update/);
    }
    expect(due(state)).toEqual([]);
    expect(availableActions(state, "alice")).toEqual([]);
    for (const refusal of Object.values(authorActions(state))) expect(refusal?.message).toContain("delegated");
    expect(refusalOfDelete({ ...state, trashed: true })?.message).toContain("delegated");
  });

  it("is the same for one that was started under rules of a newer release", () => {
    const [first, ...rest] = new TestFlow(TWO_SIGNERS).events;
    const state = replay([{ ...first, rules: 2 } as unknown as FlowEvent, ...rest]);
    expect(state?.unknownSince).toBe("rules 2");
  });

  it("is compared with another", () => {
    const known = new TestFlow(TWO_SIGNERS).events;
    const { first } = compareHistories(known, goneOn("delegated"));
    expect(first).toMatchObject({ a: null, b: { sentence: { key: "unknown", values: { type: "delegated" } } } });
  });
});
