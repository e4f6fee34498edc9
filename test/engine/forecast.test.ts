import { expect, test } from "vitest";
import { forecast } from "../../src-shared/flow/index.ts";
import { analyse } from "../../src-shared/language/index.ts";
import { playAll, smallFlow, uploadPdf } from "../fixtures/small-flow.ts";
import { must, testWorkspace } from "../harness/workspace.ts";

const REMINDERS = `  automatic-reminders:
    - { users: [bob], methods: { sms: invitation }, date: { type: relative, days_delay: 4 } }
    - date: { type: relative, days_delay: 3, repeat: periodically }`;
const DAY = 86_400_000;
/** Two days before the clocks go forward in Stockholm, where the flow lives. */
const START = Date.parse("2026-03-27T16:20:00Z");

test.each([
  ["nobody acts", null, 20 * DAY],
  ["everybody acts on the fifth day", 5, 5 * DAY - 3_600_000],
])(
  "C1, C3, G8: a forecast tells what the engine then sends, to the instant, when %s",
  async (_, actsAfterDays, ahead) => {
    const workspace = await testWorkspace();
    try {
      const { host } = workspace;
      const text = smallFlow({ documentId: await uploadPdf(host), reminders: REMINDERS, duration: 12 });
      const { draft } = analyse(text);
      if (draft === null) throw new Error("the small flow is sound");
      const { items } = forecast(draft, { start: START, actsAfterDays, timeZone: "UTC", most: 500 });

      const kept = must(await host.drafts.createFromText({ text }));
      const options = { clock: { virtual: "new", at: START } } as const;
      const { id, clockId } = must(await host.drafts.start(kept.id, options));
      must(await host.clocks.advance(clockId, { to: START + ahead }));
      if (actsAfterDays !== null) await playAll(host, id);
      await host.idle();

      const sent = host.mailbox.list({ instanceId: id, limit: 500 }).items;
      const line = (at: number, kind: string, participant: string, method: string) =>
        `${new Date(at).toISOString()} ${kind} ${participant} ${method}`;
      const wanted = items.flatMap((item) =>
        "participant" in item ? [line(item.at, item.kind, item.participant, item.method)] : [],
      );
      expect(wanted.length).toBeGreaterThan(5);
      expect(sent.map((mail) => line(mail.sentAt, mail.kind, mail.participant, mail.method)).sort()).toEqual(
        wanted.sort(),
      );
      const { status, timeoutAt } = must(host.instances.get(id));
      const end = items.at(-1);
      expect([status, end?.kind]).toEqual(
        actsAfterDays === null ? ["timed_out", "time_out"] : ["completed", "completed"],
      );
      if (actsAfterDays === null) expect(end?.at).toBe(timeoutAt);
    } finally {
      await workspace.dispose();
    }
  },
);
