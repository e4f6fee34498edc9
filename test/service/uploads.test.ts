import { once } from "node:events";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import * as wire from "../../src-shared/service/index.ts";
import { forkProgram } from "../harness/programs.ts";
import { temporaryFolder } from "../harness/temporary.ts";
import { Client, largePdfs, oauth } from "./harness.ts";

const MIB = 1024 * 1024;
const credentials = z.object({
  apitoken: z.string(),
  apisecret: z.string(),
  accesstoken: z.string(),
  accesssecret: z.string(),
});
const ready = z.object({ port: z.number(), credentials });
const state = z.object({ peak: z.number(), problems: z.array(z.string()) });

it("six uploads of 45 MiB at once are all taken, and the service never holds more than 640 MiB", async () => {
  const folder = temporaryFolder("uploads");
  const child = forkProgram("test/service/children/serve.ts", [path.join(folder.path, "w"), "120000"]);
  onTestFinished(async () => {
    const gone = once(child, "exit");
    child.send("stop");
    await gone;
    folder.remove();
  });
  const message = ready.parse((await once(child, "message"))[0]);
  const author = new Client(`http://127.0.0.1:${message.port}`, { authorization: oauth(message.credentials) });
  const large = await largePdfs(45, 6);
  await Promise.all(
    large.map(async (bytes) => {
      const body = new FormData();
      body.set("file", new Blob([bytes], { type: "application/pdf" }), "large.pdf");
      const { size } = (await author.ask(201, "POST", "/api/v2/documents/new", { body })).as(wire.document);
      expect(size).toBe(bytes.length);
    }),
  );
  child.send("state");
  const { peak, problems } = state.parse((await once(child, "message"))[0]);
  expect(problems).toEqual([]);
  // KiB; about 450 MiB.
  expect(peak * 1024).toBeLessThan(640 * MIB);
}, 180_000);
