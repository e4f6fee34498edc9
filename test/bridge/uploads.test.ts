import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { text as textOf } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { forkProgram } from "../harness/programs.ts";
import { type TemporaryFolder, temporaryFolder } from "../harness/temporary.ts";
import { largePdfs, oauth } from "../service/harness.ts";

/** Files that are sent to the app and to the service, by those who may and by those who may not. */

const MIB = 1024 * 1024;
const secrets = z.object({ apitoken: z.string(), apisecret: z.string() });
const credentials = secrets.extend({ accesstoken: z.string(), accesssecret: z.string() });
const ready = z.object({ app: z.url(), session: z.string(), service: z.url(), credentials });
const state = z.object({ peak: z.number(), problems: z.array(z.string()) });

let folder: TemporaryFolder;
let temporary: string;
let child: ChildProcess;
let to: z.output<typeof ready>;
beforeAll(async () => {
  folder = temporaryFolder("app-uploads");
  temporary = path.join(folder.path, "workspace", "uploads");
  child = forkProgram("test/service/children/ports.ts", [folder.path]);
  to = ready.parse((await once(child, "message"))[0]);
});
afterAll(async () => {
  const gone = once(child, "exit");
  child.send("stop");
  await gone;
  folder.remove();
});

/** What a page of the app sends with an upload. */
function fromApp(): Record<string, string> {
  return { origin: to.app, "x-countersign-session": to.session };
}

interface Sent {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Resolves when more may be written, or nothing more can be. */
function moved(request: http.ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      for (const event of ["drain", "close"]) request.removeListener(event, done);
      resolve();
    };
    for (const event of ["drain", "close"]) request.once(event, done);
  });
}

/** Sends piece after piece, as fast as they are taken; `cut` breaks off where the answer would be waited for. */
async function send({ url, headers, body }: Sent, cut = false): Promise<{ status: number; text: string } | null> {
  const request = http.request(url, { method: "POST", headers, agent: false });
  const answered = new Promise<http.IncomingMessage | null>((resolve) => {
    request.once("response", resolve).on("error", () => resolve(null));
  });
  for await (const piece of body) {
    if (request.destroyed) break;
    if (!request.write(piece)) await moved(request);
  }
  if (cut) {
    request.destroy();
    return null;
  }
  request.end();
  const response = await answered;
  return response === null ? null : { status: response.statusCode ?? 0, text: await textOf(response) };
}

function* zeros(mebibytes: number): Generator<Uint8Array> {
  for (let sent = 0; sent < mebibytes; sent += 1) yield Buffer.alloc(MIB);
}

async function stateOf() {
  child.send("state");
  return state.parse((await once(child, "message"))[0]);
}

const address = (kind: "documents" | "archives") => `${to.app}/bridge/${kind}?name=x`;
const TYPES = { documents: "application/pdf", archives: "application/zip" } as const;

it.each([
  ["no session", (sent: Record<string, string>) => ({ origin: sent.origin ?? "" })],
  ["a wrong session", (sent: Record<string, string>) => ({ ...sent, "x-countersign-session": "wrong" })],
  ["another origin", (sent: Record<string, string>) => ({ ...sent, origin: "http://evil.example" })],
] as const)("with %s six uploads of 180 MiB are refused before a byte is kept", async (_what, headersOf) => {
  const headers = { ...headersOf(fromApp()), "content-type": TYPES.archives };
  const before = (await stateOf()).peak;
  const sends = Array.from({ length: 6 }, () => send({ url: address("archives"), headers, body: zeros(180) }));
  for (const answer of await Promise.all(sends)) expect(answer?.status ?? 403).toBe(403);
  // KiB; they cost 1.2 GiB when they were read first.
  expect((await stateOf()).peak - before).toBeLessThan(100 * 1024);
  expect(readdirSync(temporary)).toEqual([]);
});

it.each(["documents", "archives"] as const)("%s over their limit are 413, announced or not", async (kind) => {
  const headers = { ...fromApp(), "content-type": TYPES[kind] };
  const size = kind === "documents" ? 51 : 201;
  for (const announced of [{}, { "content-length": String(size * MIB) }]) {
    const answer = await send({ url: address(kind), headers: { ...headers, ...announced }, body: zeros(size) });
    expect(answer?.status ?? 413).toBe(413);
    expect(answer?.text ?? "too large").toContain("too large");
  }
  expect(readdirSync(temporary)).toEqual([]);
});

it("six PDFs of 45 MiB at once are all taken in by the app, and it never holds more than 640 MiB", async () => {
  const large = await largePdfs(45, 6);
  const headers = { ...fromApp(), "content-type": TYPES.documents };
  const answers = await Promise.all(large.map((pdf) => send({ url: address("documents"), headers, body: [pdf] })));
  for (const answer of answers) expect(JSON.parse(answer?.text ?? "{}")).toMatchObject({ ok: true });
  expect(readdirSync(temporary)).toEqual([]);
  expect((await stateOf()).peak).toBeLessThan(640 * 1024);
}, 180_000);

it("a request without a name, or of another kind, is refused", async () => {
  const url = `${to.app}/bridge/documents`;
  const pdf = { ...fromApp(), "content-type": TYPES.documents };
  // So small that it has arrived by the time of the refusal: what is still being sent then resets the connection.
  const body = [Buffer.alloc(1)];
  expect((await send({ url, headers: pdf, body }))?.status).toBe(400);
  const text = { ...fromApp(), "content-type": "text/plain" };
  expect((await send({ url: address("documents"), headers: text, body }))?.status).toBe(415);
});

it("uploads that break off are no error in the log, and leave nothing behind, at both ports", async () => {
  const boundary = "----b";
  const start = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`;
  const form = { "content-type": `multipart/form-data; boundary=${boundary}`, authorization: oauth(to.credentials) };
  const sent: readonly Sent[] = [
    { url: address("documents"), headers: { ...fromApp(), "content-type": TYPES.documents }, body: zeros(3) },
    { url: address("archives"), headers: { ...fromApp(), "content-type": TYPES.archives }, body: zeros(3) },
    { url: `${to.service}/api/v2/documents/new`, headers: form, body: [Buffer.from(start), ...zeros(3)] },
    { url: `${to.service}/api/v2/documents/new`, headers: form, body: [Buffer.from(start)] },
    { url: `${to.service}/api/v2/documents/new`, headers: form, body: [Buffer.from(start.slice(0, 20))] },
  ];
  for (const one of sent) await Promise.all(Array.from({ length: 20 }, () => send(one, true)));
  await expect.poll(() => readdirSync(temporary), { timeout: 30_000 }).toEqual([]);
  expect((await stateOf()).problems).toEqual([]);
});
