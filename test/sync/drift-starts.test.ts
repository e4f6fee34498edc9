import { describe, expect, test } from "vitest";
import { countersign } from "../harness/command.ts";
import { must } from "../harness/workspace.ts";
import type { Asked } from "./fault-proxy.ts";
import { holding } from "./holding.ts";
import type { Rig } from "./rig.ts";
import { type SceneOptions, withFlow } from "./scene.ts";

const SCENARIO = "scenario: Both sign\nsteps:\n  - alice signs contract\n  - bob signs contract\n";
const NO_ACTS = "scenario: Both sign\nsteps:\n  - expect: not completed\n";
const CLOSED = "Countersign was closed before its end, or could not save what came of it.";

async function openDrift(options: SceneOptions = {}, scenarios = SCENARIO) {
  const { rig, id } = await withFlow(options);
  must(await rig.host.drafts.saveCompanion(id, "scenarios", scenarios, must(rig.host.drafts.get(id)).revision));
  return { rig, compare: () => rig.host.sync.runs.drift("Bank", { draftId: id, scenario: "Both sign" }) };
}
const isStart = ({ method, path }: Asked) => method === "POST" && path === "/flow/instances";
const isLook = ({ method, path }: Asked) => method === "GET" && path.startsWith("/flow/instances/");
const noted = (rig: Rig) => must(rig.host.sync.runs.driftOf("Bank", rig.run().key));

describe("drift: a run is noted as a comparison before its start goes out", () => {
  test.each([
    ["the start itself", isStart],
    ["the look after it", isLook],
  ])("so that its page shows it, and stops it, while %s has no answer", async (_what, fits) => {
    const { rig, compare } = await openDrift();
    const { asked, letGo } = holding(rig, fits);
    const comparing = compare();
    await asked;
    expect(noted(rig)).toMatchObject({ of: "Both sign", steps: 3, lines: [], state: "running", why: null });
    letGo();
    expect(must(await comparing).report).toMatchObject({ state: "done", lines: { length: 3 } });
  });

  test.each([
    ["the start itself", isStart, "It was perhaps done on the account: no answer to it was kept."],
    ["the look after it", isLook, "It was done on the account: Countersign was closed before it was compared."],
  ])(
    "so that it says that it was cut off where Countersign is killed while %s has no answer",
    async (_what, fits, told) => {
      const { rig, compare } = await openDrift();
      await rig.crash(fits, true, compare);
      const lines = [{ step: "start", outcome: "not_compared", told: [told] }];
      expect(noted(rig)).toMatchObject({ state: "stopped", lines, why: CLOSED });
      const { key } = rig.run();
      await rig.host.close();
      const on = ["--account", "Bank", "--workspace", rig.workspace.dir];
      expect(await countersign(["remote", "report", key, ...on])).toMatchObject({
        code: 4,
        out: expect.stringMatching(
          new RegExp(
            `not compared +start\n +${told}\n +Nothing was compared\\.\n +Stopped before its end\\. ${CLOSED}\n`,
          ),
        ),
      });
    },
  );

  test("and what ends it before its start has an answer stands in it", async () => {
    const { rig, compare } = await openDrift({ grace: 50 });
    const { asked } = holding(rig, isStart);
    const comparing = compare();
    await asked;
    must(rig.host.sync.cancel("Bank"));
    expect(must(await comparing).sync.canceled).toBe(true);
    const lines = [{ step: "start", outcome: "not_compared", told: [expect.stringMatching(/^It was perhaps done/)] }];
    await expect.poll(() => noted(rig)).toMatchObject({ state: "stopped", lines });
  });

  test.each(["canceled", "killed"])(
    "and a start that was %s before its answer is not sent again: people would be asked to sign for a comparison that is over",
    async (how) => {
      const { rig, compare } = await openDrift({ grace: 50 });
      if (how === "killed") await rig.crash(isStart, false, compare);
      else {
        const { asked, letGo } = holding(rig, isStart);
        const comparing = compare();
        await asked;
        must(rig.host.sync.cancel("Bank"));
        must(await comparing);
        letGo();
      }
      const starts = () => rig.proxy.asked.filter((line) => line === "POST /flow/instances").length;
      const before = starts();
      await rig.sync();
      expect([starts() - before, rig.run().state]).toEqual([0, "perhaps_started"]);
    },
  );

  test("and an act that was done stands in it as done, where Countersign is killed before it is compared", async () => {
    const { rig, compare } = await openDrift();
    let isSigned = false;
    const isNext = (asked: Asked) => {
      isSigned ||= asked.path.endsWith("/sign");
      return isSigned && isLook(asked);
    };
    await rig.crash(isNext, true, compare);
    expect(noted(rig)).toMatchObject({
      state: "stopped",
      lines: [
        { step: "start", outcome: "same" },
        { step: "alice signs contract", outcome: "not_compared", told: [expect.stringMatching(/^It was done on the/)] },
      ],
    });
  });

  test("and a start that is refused leaves nothing", async () => {
    const { rig, compare } = await openDrift();
    rig.proxy.fault = (asked) => (isStart(asked) ? { status: 400 } : null);
    expect(must(await compare())).toMatchObject({ run: null, report: null, sync: { refused: { length: 1 } } });
    expect(must(rig.host.sync.runs.list("Bank"))).toEqual([]);
  });
});

describe("drift: on the command line", () => {
  /** A comparison on the command line, whose host is closed first. */
  async function drift(scenarios: string, ...args: string[]) {
    const { rig } = await openDrift({}, scenarios);
    await rig.host.close();
    const on = ["--account", "Bank", "--workspace", rig.workspace.dir];
    return countersign(["remote", "drift", "Small", "--scenario", "Both sign", ...on, ...args]);
  }

  test("one without acts says that only the start was compared, and exits 4", async () => {
    const { code, out, err } = await drift(NO_ACTS);
    expect([code, err, out]).toEqual([
      4,
      expect.stringContaining("There are no acts: only the start is compared.\n"),
      expect.stringContaining("  Only the start was compared: there are no acts.\n"),
    ]);
  });

  test("a dry run says in JSON, too, what is not compared", async () => {
    const { out } = await drift(
      `${SCENARIO.replace("  - bob", "  - { wait: 3 days }\n  - bob")}`,
      "--dry-run",
      "--json",
    );
    expect(JSON.parse(out)).toMatchObject({
      acts: 1,
      left: [{ why: "Time cannot be moved on an account." }, { step: "bob signs contract" }],
    });
  });
});

test("drift: a session's cookie with a stray percent sign is sent as it stands", async () => {
  const strays = (headers: Readonly<Record<string, unknown>>) => {
    const cookies = [headers["set-cookie"] ?? []].flat().map(String);
    return cookies.length === 0 ? {} : { "set-cookie": ["csrf-of=%zz", ...cookies] };
  };
  const { compare } = await openDrift({
    disguise: {
      request: (asked) => asked,
      answer: (_asked, answer) => ({ ...answer, headers: { ...answer.headers, ...strays(answer.headers) } }),
    },
  });
  expect(must(await compare()).report).toMatchObject({ state: "done", lines: [{ outcome: "same" }, {}, {}] });
});
