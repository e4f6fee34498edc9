import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { playAll, smallFlow, uploadPdf } from "../fixtures/small-flow.ts";
import { must, mustFail } from "../harness/workspace.ts";
import type { Asked, Forwarded } from "./fault-proxy.ts";
import { openRig, type Rig } from "./rig.ts";

const CALLBACK = 'hook-password-"5/€';
const LOGIN = "login password & more";

const bytesOf = (dir: string): readonly string[] =>
  globSync("**/*", { cwd: dir, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), "latin1"));

/** A refusal that says again all that it was given. */
function echo({ headers, body, path: asked }: Asked, status: number): Forwarded {
  const message = `${headers.authorization ?? ""} ${/"password":"(.*?)"[,}]/.exec(body.toString())?.[1] ?? ""} ${asked}`;
  const said = { code: 0, type: message, message, explanation: body.toString().slice(-200), details: { message } };
  return {
    status,
    headers: { "content-type": "application/json", "x-said": encodeURI(message) },
    body: Buffer.from(JSON.stringify(said)),
  };
}

/** Everything of a workspace that a person or a program can get at, as text. */
async function allOf(rig: Rig, reports: readonly unknown[]): Promise<readonly string[]> {
  const { host } = rig.workspace;
  const texts = [
    JSON.stringify(reports),
    JSON.stringify(rig.workspace.log.map(({ error, ...entry }) => [entry, String(error)])),
  ];
  texts.push(
    JSON.stringify([
      host.sync.accounts(),
      host.sync.states("Bank"),
      host.sync.open("Bank"),
      host.sync.runs.list("Bank"),
    ]),
  );
  texts.push(JSON.stringify(host.ledger.outbound({ limit: 500 })));
  for (const { id } of host.drafts.list({}).items) {
    texts.push(JSON.stringify(must(host.drafts.get(id))));
    for (const pdfs of [false, true])
      texts.push(Buffer.from(must(await host.drafts.exportFlow(id, { pdfs })).bytes).toString("latin1"));
  }
  for (const { id } of host.instances.list({}).items) {
    for (const format of ["csv", "jsonl"] as const)
      texts.push(JSON.stringify(must(host.instances.exportHistory(id, format))));
    texts.push(JSON.stringify(must(host.instances.history(id))));
  }
  await host.close();
  texts.push(...bytesOf(rig.workspace.dir));
  await rig.workspace.reopen();
  return texts;
}

test("Y14, Y15: no secret stands in any byte of workspace, log, ledger, report or export, also where a service says it again", async () => {
  let refuses = 0;
  const rig = await openRig({
    disguise: {
      request: (asked) => asked,
      answer: (asked, answer) => (refuses > 0 && /POST|PATCH|GET/.test(asked.method) ? echo(asked, refuses) : answer),
    },
  });
  const { host } = rig.workspace;
  must(await host.settings.setSecret("hook", CALLBACK));
  const callback = `callback: { url: "https://hook.example/x", auth: { type: basic, username: u, password_ref: hook } }\n`;
  const text = `${smallFlow({ documentId: await uploadPdf(host) })}${callback}`;
  const { id, key } = await rig.draft(text);
  const reports: unknown[] = [await rig.sync()];
  reports.push(must(await host.sync.runs.start("Bank", id)));
  const here = must(await host.drafts.start(id, { copies: true }));
  await playAll(host, here.id);
  const links = must(host.sync.runs.links("Bank", rig.run().key)).map(({ url }) => url.split("/").at(-1) ?? "");

  for (const status of [400, 403, 409, 500, 429]) {
    refuses = status;
    must(
      await host.drafts.patch(id, {
        callback: {
          url: `https://hook.example/${status}`,
          auth: { type: "basic", username: "u", password: CALLBACK },
        } as never,
      }),
    );
    reports.push(await rig.sync(), await host.sync.runs.start("Bank", id));
    reports.push(await host.sync.runs.command("Bank", rig.run().key, { kind: "cancel" }));
    rig.ahead += 120_000;
  }
  reports.push(rig.host.sync.stateOf(key));
  for (const status of [401, 403, 400]) {
    refuses = status;
    const credentials = { email: "a@example.test", password: LOGIN };
    reports.push(mustFail<unknown>(await host.sync.check("Bank", credentials)));
    reports.push(await host.sync.check("Bank"), await rig.sync());
  }
  const secrets = [...Object.values(rig.remote.credentials), ...links, CALLBACK, LOGIN];
  const spelled = secrets.flatMap((one) => [one, encodeURIComponent(one), JSON.stringify(one).slice(1, -1)]);
  const texts = await allOf(rig, reports);
  expect(links.length).toBeGreaterThan(0);
  expect(texts.join("").length).toBeGreaterThan(10_000);
  expect(JSON.stringify(reports)).toContain("was answered with 400");
  for (const secret of spelled)
    expect([secret, texts.filter((one) => one.includes(secret)).map((one) => one.slice(0, 200))]).toEqual([secret, []]);
});
