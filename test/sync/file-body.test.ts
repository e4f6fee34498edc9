import { truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { fileBody, sentBody } from "../../src-main/sync/remote/file-body.ts";
import { exchange } from "../../src-main/sync/remote/send.ts";
import { connectionsTo } from "../../src-main/sync/remote/transport.ts";
import { temporaryFolder } from "../harness/temporary.ts";

const MEBIBYTE = 1_048_576;

/** Takes whatever comes. @returns its address, and what came so far */
async function sink() {
  const came = { bytes: 0, most: 0, length: "" };
  const server = createServer((request, response) => {
    came.length = request.headers["content-length"] ?? "";
    request.on("data", (chunk: Buffer) => {
      came.bytes += chunk.length;
      came.most = Math.max(came.most, process.memoryUsage().arrayBuffers);
    });
    request.on("end", () => response.end("{}"));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  return { came, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test("Y10: a large document is read as it is uploaded, and is never whole in memory", async () => {
  using folder = temporaryFolder("file-body");
  const file = path.join(folder.path, "large.pdf");
  writeFileSync(file, "%PDF-1.7");
  truncateSync(file, 160 * MEBIBYTE);
  const { came, url } = await sink();
  const connections = connectionsTo(url);
  onTestFinished(() => connections.close());
  const body = await fileBody("head", file, "tail");
  const before = process.memoryUsage().arrayBuffers;
  const sending = { url, method: "POST", headers: {}, body, most: MEBIBYTE, timeout: 60_000 } as const;
  expect((await exchange(sending, connections)).status).toBe(200);
  expect([came.bytes, came.length]).toEqual([body.size, String(160 * MEBIBYTE + 8)]);
  expect(came.most - before).toBeLessThan(80 * MEBIBYTE);
});

test("Y9: a body with a file can be sent again, the same bytes each time", async () => {
  using folder = temporaryFolder("file-body");
  const file = path.join(folder.path, "small.pdf");
  writeFileSync(file, "PDF");
  const body = await fileBody("<", file, ">");
  const sent = async () => (await buffer(sentBody(body).body as never)).toString();
  expect([await sent(), await sent(), body.size]).toEqual(["<PDF>", "<PDF>", 5]);
});
