import { describe, expect, it } from "vitest";
import { type ForecastOptions, forecast } from "../../src-shared/flow/index.ts";
import type { Reminder } from "../../src-shared/language/index.ts";
import { confirm, DAY, type FlowShape, invite, person, sign, stage, startCommand, T0 } from "../fixtures/flow-shape.ts";

const ZONE = "Europe/Stockholm";

function reported(shape: FlowShape, options: Partial<ForecastOptions> = {}): string[] {
  const { draft } = startCommand(shape);
  const { items } = forecast(draft, { start: T0, actsAfterDays: null, timeZone: ZONE, most: 500, ...options });
  return items.map((item) => {
    const who = "participant" in item ? `${item.participant} ${item.method}` : item.kind === "stage" ? item.stage : "";
    return `${local(item.at)} ${item.kind} ${who}`.trim();
  });
}

const local = (at: number): string =>
  new Date(at).toLocaleString("sv-SE", { timeZone: ZONE, dateStyle: "short", timeStyle: "short" });

const every = (daysDelay: number, overrides: Partial<Reminder> = {}): Reminder => ({
  users: null,
  methods: null,
  daysDelay,
  periodically: true,
  ...overrides,
});

const oneSigner: FlowShape = {
  stages: [stage("signing", invite(["alice"]), sign(["alice"]))],
  participants: [{ name: "alice" }],
  reminders: [every(3)],
  duration: 10,
};

describe("what a flow would send, if it started at an instant", () => {
  it("C1, G8: reminders keep their local time over the change of clocks, until the time-out", () => {
    expect(reported(oneSigner, { start: Date.parse("2026-03-27T08:00:00Z") })).toEqual([
      "2026-03-27 09:00 stage signing",
      "2026-03-27 09:00 invitation alice email",
      "2026-03-30 09:00 reminder alice email",
      "2026-04-02 09:00 reminder alice email",
      "2026-04-05 09:00 reminder alice email",
      "2026-04-06 09:00 time_out",
    ]);
  });

  it("C1: a local time that the clocks skip moves forward, and the next beat is back in its place", () => {
    const daily = { ...oneSigner, reminders: [every(1)], duration: 4 };
    expect(reported(daily, { start: Date.parse("2026-03-27T01:30:00Z") }).slice(2)).toEqual([
      "2026-03-28 02:30 reminder alice email",
      "2026-03-29 03:30 reminder alice email",
      "2026-03-30 02:30 reminder alice email",
      "2026-03-31 02:30 time_out",
    ]);
  });

  it("C3: a reminder of the very instant at which everybody acts is still sent, and none behind it", () => {
    const flow: FlowShape = {
      ...oneSigner,
      stages: [...oneSigner.stages, stage("done", confirm(["alice"]))],
    };
    expect(reported(flow, { actsAfterDays: 3 })).toEqual([
      "2026-03-02 10:00 stage signing",
      "2026-03-02 10:00 invitation alice email",
      "2026-03-05 10:00 reminder alice email",
      "2026-03-05 10:00 stage done",
      "2026-03-05 10:00 confirmation alice email",
      "2026-03-05 10:00 completed",
    ]);
  });

  it("G2: each stage takes its days, and its reminders count from its own beginning", () => {
    const flow: FlowShape = {
      ...oneSigner,
      stages: [stage("first", sign(["alice"])), stage("second", sign(["alice"], ["deed"]))],
      documents: ["contract", "deed"],
    };
    expect(reported(flow, { actsAfterDays: 4 }).filter((line) => /stage|reminder/.test(line))).toEqual([
      "2026-03-02 10:00 stage first",
      "2026-03-05 10:00 reminder alice email",
      "2026-03-06 10:00 stage second",
      "2026-03-09 10:00 reminder alice email",
    ]);
  });

  it("U1: who must authenticate is no hindrance", () => {
    const provider = { provider: "se_eid", maxFailures: 5, label: "se_eid", attemptsPerSms: 5, options: {} } as const;
    const flow = { ...oneSigner, participants: [person({ name: "alice", authToSign: provider })] };
    expect(reported(flow, { actsAfterDays: 1 }).at(-1)).toBe("2026-03-03 10:00 completed");
  });

  it("Mail: a message without an address is told as such", () => {
    const sms: Reminder = every(3, { methods: { email: null, sms: "reminder", emailLinkOnly: false } });
    const { draft } = startCommand({ ...oneSigner, reminders: [every(2, { periodically: false }), sms], duration: 5 });
    const { items } = forecast(draft, { start: T0, actsAfterDays: null, timeZone: ZONE, most: 500 });
    const reminders = items.flatMap((item) =>
      item.kind === "reminder" ? [[item.reminder, item.method, item.deliverable, (item.at - T0) / DAY]] : [],
    );
    expect(reminders).toEqual([
      [0, "email", true, 2],
      [1, "sms", false, 3],
    ]);
  });

  it("a forecast that is too long is cut, and says so", () => {
    const { draft } = startCommand({ ...oneSigner, reminders: [every(1)], duration: 365 });
    const options = { start: T0, actsAfterDays: null, timeZone: ZONE };
    expect(forecast(draft, { ...options, most: 100 })).toMatchObject({ cut: true, items: { length: 100 } });
    expect(forecast(draft, { ...options, most: 500 })).toMatchObject({ cut: false, items: { length: 367 } });
  });
});
