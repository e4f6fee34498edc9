import { once } from "node:events";
import { expect, it } from "vitest";
import { WebSocket } from "ws";
import { must } from "../harness/workspace.ts";
import { openShell } from "./shell.ts";

const CALLS = 1_000;

/** A draft of this text; `onCall` hears of every call of `drafts.get` when it begins. */
async function openDraft(text: string) {
  const seen = { calls: 0, onCall: (): void => undefined };
  const { host, origin, session } = await openShell({
    watch: (real) => ({
      ...real,
      "drafts.get": (input) => {
        seen.calls += 1;
        seen.onCall();
        return real["drafts.get"](input);
      },
    }),
  });
  const draft = must(await host.drafts.createFromText({ text }));
  const connect = async (): Promise<WebSocket> => {
    const protocols = ["countersign", `session.${session}`];
    const socket = new WebSocket(`${origin}/bridge`, protocols, { origin });
    await once(socket, "open");
    return socket;
  };
  return { seen, connect, ask: (id: number) => JSON.stringify({ id, call: "drafts.get", input: { id: draft.id } }) };
}

const INFO = JSON.stringify({ id: 1, call: "workspace.info", input: {} });
const idOf = (data: unknown): number => (JSON.parse(String(data)) as { id: number }).id;
const upTo = (count: number) => Array.from({ length: count }, (_none, at) => at + 1);

it(`while a page sends ${CALLS} calls at once, another page's call is answered within a few of them`, async () => {
  const { seen, connect, ask } = await openDraft("title: Short\n");
  const [many, other] = [await connect(), await connect()];
  const answers: number[] = [];
  const all = new Promise<void>((resolve) =>
    many.on("message", (data) => {
      answers.push(idOf(data));
      if (answers.length === CALLS) resolve();
    }),
  );
  const reported = once(other, "message").then(() => seen.calls);
  seen.onCall = () => {
    if (seen.calls === 1) other.send(INFO);
  };
  for (const id of upTo(CALLS)) many.send(ask(id));
  expect(await reported).toBeLessThan(100);
  await all;
  expect(answers).toEqual(upTo(CALLS));
});

it("a page that does not read its answers is not called for any more, until it reads", async () => {
  const { seen, connect, ask } = await openDraft(`title: Long\n# ${"x".repeat(200_000)}\n`);
  const [deaf, other] = [await connect(), await connect()];
  deaf.pause();
  const calls = 300;
  for (const id of upTo(calls)) deaf.send(ask(id));
  for (let time = 0; time < calls; time += 1) {
    const answered = once(other, "message");
    other.send(INFO);
    await answered;
  }
  expect(seen.calls).toBeLessThan(calls / 2);
  const all = new Promise<void>((resolve) => {
    let read = 0;
    deaf.on("message", () => {
      read += 1;
      if (read === calls) resolve();
    });
  });
  deaf.resume();
  await all;
});
