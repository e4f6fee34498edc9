import { request } from "undici";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { ensureRenderer } from "../../scripts/build-renderer.ts";
import { createAppKeys } from "../../src-main/bridge/index.ts";
import { type RunningApp, startApp } from "../harness/app.ts";
import { temporaryFolder } from "../harness/temporary.ts";

/** The app's process as a browser meets it, by hand: every header is ours to choose. */

const folder = temporaryFolder("keys");
beforeAll(ensureRenderer, 300_000);
afterAll(() => folder.remove());

async function running(port = 0): Promise<RunningApp> {
  const app = await startApp({ workspace: folder.path, port });
  onTestFinished(() => app.stop());
  return app;
}

const PLAIN = { "content-type": "text/plain;charset=UTF-8" };
const originOf = (link: string) => new URL(link).origin;
const codeOf = (link: string) => new URLSearchParams(new URL(link).hash.slice(1)).get("code") ?? "";

async function ask(url: string, method: "GET" | "POST", headers: Record<string, string>, body?: string) {
  const answer = await request(url, { method, headers, ...(body !== undefined && { body }) });
  return { status: answer.statusCode, text: await answer.body.text(), headers: answer.headers };
}

const trade = (link: string, code = codeOf(link), headers: Record<string, string> = {}) =>
  ask(`${originOf(link)}/bridge/session`, "POST", { ...PLAIN, origin: originOf(link), ...headers }, code);

async function isLive(origin: string, session: string): Promise<boolean> {
  const { status } = await ask(`${origin}/bridge/session`, "GET", { "x-countersign-session": session });
  expect([204, 401]).toContain(status);
  return status === 204;
}

/** Whether the bridge's socket opens with these subprotocols. */
function opensSocket(origin: string, protocols: readonly string[], from = origin): Promise<boolean> {
  const socket = new WebSocket(`${origin.replace("http", "ws")}/bridge`, [...protocols], { origin: from });
  return new Promise((resolve) => {
    socket.on("open", () => {
      socket.terminate();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}

describe("a link opens the app once", () => {
  test("its code is traded for a session; used twice it is refused, and a new link is printed", async () => {
    const app = await running();
    const link = app.url;
    const { status, text: session, headers } = await trade(link);
    expect(status).toBe(200);
    expect(session).toMatch(/^[\w-]{43}$/);
    expect(headers["set-cookie"]).toBeUndefined();
    expect(await isLive(originOf(link), session)).toBe(true);
    expect(await opensSocket(originOf(link), ["countersign", `session.${session}`])).toBe(true);

    const again = await trade(link);
    expect(again).toMatchObject({
      status: 401,
      text: "Session expired. Open the newest link that Countersign printed.",
    });
    const next = await app.linkAfter(link);
    expect(codeOf(next)).not.toBe(codeOf(link));
    expect((await trade(next, "A".repeat(43))).status).toBe(401);
    expect((await trade(next)).status).toBe(200);
  });

  test("a page of another origin cannot trade, nor a request that names none; the code stays good", async () => {
    const app = await running();
    const link = app.url;
    const other = { origin: "http://127.0.0.1:1" };
    for (const headers of [other, { origin: "null" }, { origin: originOf(link).replace("127.0.0.1", "localhost") }])
      expect((await trade(link, codeOf(link), headers)).status).toBe(403);
    const silent = await ask(`${originOf(link)}/bridge/session`, "POST", PLAIN, codeOf(link));
    expect(silent.status).toBe(403);
    expect((await trade(link)).status).toBe(200);
  });

  test("a session holds for its own origin and its own run alone", async () => {
    const app = await startApp({ workspace: folder.path });
    const origin = originOf(app.url);
    const { text: session } = await trade(app.url);
    expect(await isLive(origin, session)).toBe(true);
    const named = origin.replace("127.0.0.1", "localhost");
    expect(await isLive(named, session)).toBe(false);
    expect(await opensSocket(origin, ["countersign", `session.${session}`], "http://127.0.0.1:1")).toBe(false);
    expect(await opensSocket(origin, ["countersign"])).toBe(false);
    await app.stop();

    const next = await running(Number(new URL(origin).port));
    expect(originOf(next.url)).toBe(origin);
    expect(await isLive(origin, session)).toBe(false);
    expect(await opensSocket(origin, ["countersign", `session.${session}`])).toBe(false);
    const upload = { origin, "content-type": "application/pdf", "x-countersign-session": session };
    expect((await ask(`${origin}/bridge/documents?name=a.pdf`, "POST", upload, "%PDF-")).status).toBe(403);
  });
});

test("a file's address opens that file alone, for one run", () => {
  const keys = createAppKeys();
  const ticketOf = (url: string) => new URL(url, "http://127.0.0.1").searchParams.get("ticket") ?? "";
  const url = keys.fileUrl("mail/a b/0.pdf");
  expect(url).toMatch(/^\/bridge\/files\/mail\/a%20b\/0\.pdf\?ticket=[\w-]{43}$/);
  expect(keys.isTicket(ticketOf(url), "mail/a b/0.pdf")).toBe(true);
  expect(keys.isTicket(ticketOf(url), "mail/a b/1.pdf")).toBe(false);
  expect(createAppKeys().isTicket(ticketOf(url), "mail/a b/0.pdf")).toBe(false);
});
