import { once } from "node:events";
import { readdirSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { errorBody } from "../../src-shared/service/index.ts";
import { forkProgram } from "../harness/programs.ts";
import { smallDisk } from "../harness/small-disk.ts";
import { bareRequest, largePdf, oauth, smallPdf } from "../service/harness.ts";

const secrets = z.object({ apitoken: z.string(), apisecret: z.string() });
const credentials = secrets.extend({ accesstoken: z.string(), accesssecret: z.string() });
const ready = z.object({ app: z.url(), session: z.string(), service: z.url(), credentials });
const state = z.object({ problems: z.array(z.string()) });

/** A host in a process of its own, on a disk of its own. */
async function openHost(dir: string) {
  const child = forkProgram("test/service/children/ports.ts", [dir]);
  const to = ready.parse((await once(child, "message"))[0]);
  onTestFinished(async () => {
    const gone = once(child, "exit");
    child.send("stop");
    await gone;
  });
  const authorization = oauth(to.credentials);
  // One connection to each port: what is left unread of a refused upload would hold up the next one.
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  return {
    toApp(pdf: Uint8Array) {
      const headers = { origin: to.app, "x-countersign-session": to.session, "content-type": "application/pdf" };
      return bareRequest(to.app, { agent, method: "POST", path: "/bridge/documents?name=a.pdf", headers, body: pdf });
    },
    async toService(pdf: Uint8Array<ArrayBuffer>) {
      const form = new FormData();
      form.set("file", new Blob([pdf], { type: "application/pdf" }), "a.pdf");
      const sent = new Response(form);
      const headers = { authorization, "content-type": sent.headers.get("content-type") ?? "" };
      const body = await sent.bytes();
      return bareRequest(to.service, { agent, method: "POST", path: "/api/v2/documents/new", headers, body });
    },
    async problems() {
      child.send("state");
      return state.parse((await once(child, "message"))[0]).problems;
    },
  };
}

test("no room for an upload is 507 at both ports, names no folder, is logged once, and leaves nothing", async ({
  skip,
}) => {
  const disk = smallDisk(4096);
  if (disk === null) return skip("Only root may mount a small disk.");
  const { toApp, toService, problems } = await openHost(disk);
  const large = await largePdf(8);
  const refused = await toService(large);
  const body = errorBody.parse(JSON.parse(refused.text));
  expect(refused.status).toBe(507);
  expect(body).toMatchObject({ code: 507, type: "insufficient_storage", details: { store: "disk_full" } });
  expect(body.message).not.toContain("/");
  const fromApp = await toApp(large);
  expect(fromApp.status).toBe(507);
  expect(fromApp.text).toMatch(/^The workspace's disk is full\. [^/]+$/);
  expect(readdirSync(path.join(disk, "workspace/uploads"))).toEqual([]);
  expect(await problems()).toEqual([expect.stringContaining("A disk of the machine is full")]);

  const small = await smallPdf("small");
  expect((await toService(small)).status).toBe(201);
  expect(JSON.parse((await toApp(small)).text)).toMatchObject({ ok: true });
});

test("no room for a document that has arrived is 507 at the service, a sentence in the app, and no document", async ({
  skip,
}) => {
  // Room for the upload, and not for what is kept of it.
  const disk = smallDisk(18_432);
  if (disk === null) return skip("Only root may mount a small disk.");
  const { toApp, toService } = await openHost(disk);
  const large = await largePdf(12);
  const refused = await toService(large);
  expect(refused.status).toBe(507);
  const body = errorBody.parse(JSON.parse(refused.text));
  expect(body).toMatchObject({ type: "insufficient_storage" });
  expect(body.message).not.toContain("/");
  expect(JSON.parse((await toApp(large)).text)).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining("disk is full") },
  });
  expect(readdirSync(path.join(disk, "workspace/uploads"))).toEqual([]);
  expect((await toService(await smallPdf("small"))).status).toBe(201);
});
