import { expect, test } from "vitest";
import type { Foreseen } from "../../src-renderer/authoring/foresight/foreseen.ts";
import { foresightAsker } from "../../src-renderer/authoring/foresight/foresight-asker.ts";
import { exhaustingFlow } from "../bench/crowded-flow.ts";

test("a key ends a check at once: it goes on when no other follows, and not where a newer text is asked about", {
  timeout: 60_000,
}, async () => {
  const asker = foresightAsker();
  const heard: number[] = [];
  const answers: Foreseen[] = [];
  const check = (text: string) =>
    asker.check(
      text,
      { language: "en", budget: 1_000_000 },
      {
        onProgress: () => heard.push(performance.now()),
        onAnswer: (answer) => answers.push(answer),
        onFailure: (message) => expect.unreachable(message),
      },
    );
  check(exhaustingFlow(40));
  await expect.poll(() => heard.length, { timeout: 30_000 }).toBeGreaterThan(1);
  const held = performance.now();
  asker.hold();
  // The worker reads this after the key, so what it reported before has come by then.
  await asker.runs(0);
  heard.length = 0;
  await expect.poll(() => heard.length, { timeout: 30_000 }).toBeGreaterThan(0);
  expect((heard[0] ?? 0) - held).toBeGreaterThan(500);
  asker.hold();
  check(exhaustingFlow(8));
  await expect.poll(() => answers.length, { timeout: 30_000 }).toBe(1);
  heard.length = 0;
  await asker.runs(answers[0]?.id ?? 0);
  expect(answers).toMatchObject([{ verdict: "checked" }]);
  expect(heard).toEqual([]);
  asker.close();
});
