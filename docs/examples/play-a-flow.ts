/**
 * Plays a flow from TypeScript, with nothing but Node 22.18 or newer, and checks that the callbacks come in order.
 *
 *   countersign serve --workspace ./workspace --port 4010 --clock virtual     # prints email and password once
 *   BASE_URL=http://127.0.0.1:4010 EMAIL=… PASSWORD=… node play-a-flow.ts contract.pdf
 */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const { BASE_URL = "http://127.0.0.1:4010", EMAIL = "", PASSWORD = "" } = process.env;
const [pdf = "contract.pdf"] = process.argv.slice(2);
const say = (...words: readonly unknown[]) => process.stdout.write(`${words.join(" ")}\n`);

async function ask<T>(method: string, path: string, headers: Record<string, string>, body?: BodyInit): Promise<T> {
  const answer = await fetch(new URL(path, BASE_URL), { method, headers, body: body ?? null, redirect: "manual" });
  const text = await answer.text();
  if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return (text === "" ? null : JSON.parse(text)) as T;
}

// 1. Credentials: four values, sent with every request in one header (OAuth 1.0, PLAINTEXT).
type Token = Record<"apitoken" | "apisecret" | "accesstoken" | "accesssecret", string>;
const form = new URLSearchParams({ email: EMAIL, password: PASSWORD });
const token = await ask<Token>("POST", "/api/v2/getpersonaltoken", {}, form);
const authorization = `OAuth ${Object.entries({
  oauth_signature_method: "PLAINTEXT",
  oauth_consumer_key: token.apitoken,
  oauth_token: token.accesstoken,
  oauth_signature: `${token.apisecret}&${token.accesssecret}`,
})
  .map(([name, value]) => `${name}="${value}"`)
  .join(", ")}`;
const get = <T>(path: string) => ask<T>("GET", path, { authorization });
const post = <T>(path: string, body: unknown) =>
  ask<T>("POST", path, { authorization, "content-type": "application/json" }, JSON.stringify(body));

// 2. A receiver for callbacks. Any 2xx takes an event; `event_id` tells a repeat, `sequence` the order.
const events = new Map<string, { sequence: number; type: string }>();
const receiver = createServer(async (request, response) => {
  let text = "";
  for await (const chunk of request) text += chunk;
  const event = JSON.parse(text);
  events.set(event.event_id, event);
  response.writeHead(204).end();
});
await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
const callbackUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;

// 3. Upload the PDF and start the flow.
const upload = new FormData();
upload.set("title", "Contract");
upload.set("file", new Blob([await readFile(pdf)], { type: "application/pdf" }), "contract.pdf");
const document = await ask<{ id: string }>("POST", "/api/v2/documents/new", { authorization }, upload);
interface Instance {
  readonly id: string;
  readonly status: string;
}
const instance = await post<Instance>("/flow/instances", {
  title: "Contract",
  duration: 14,
  callback: { url: callbackUrl },
  process: {
    "dsl-version": "0.3.0",
    "automatic-reminders": [{ date: { type: "relative", days_delay: 3, repeat: "periodically" } }],
    stages: [
      {
        signing: {
          actions: [{ notify: { users: ["alice", "bob"], methods: { email: { message: "invitation" } } } }],
          expect: { "signed-by": { users: ["alice", "bob"], documents: ["contract"] } },
        },
      },
    ],
  },
  process_parameters: {
    documents: { contract: document.id },
    users: {
      alice: { id_type: "email", id: "alice@example.test" },
      bob: { id_type: "email", id: "bob@example.test" },
    },
    messages: { invitation: "Please sign the contract." },
  },
});
say("started", instance.id);

// 4. Move time: three days later everything due has run, callbacks included, before this answers.
const moved = await post<{ ran: { kind: string; flow_instance_id: string }[] }>("/local/clock", { advance: "P3D" });
const own = moved.ran.filter(({ flow_instance_id }) => flow_instance_id === instance.id);
say("reminders", own.filter(({ kind }) => kind === "reminder").length);

// 5. Read mail and sign: the link in the latest message opens the participant's session, which is two cookies.
for (const name of ["alice", "bob"]) {
  const query = new URLSearchParams({ flow_instance_id: instance.id, participant: name, limit: "1" });
  const { items } = await get<{ items: { id: string }[] }>(`/local/mailbox?${query}`);
  const { link } = await get<{ link: string }>(`/local/mailbox/${items[0]?.id}`);
  const opened = await fetch(link, { redirect: "manual" });
  const cookies = opened.headers.getSetCookie().map((line) => line.split(";", 1)[0] ?? "");
  const csrf = cookies.find((cookie) => cookie.startsWith("csrf_token_"))?.split("=")[1] ?? "";
  const headers = { cookie: cookies.join("; "), "x-csrf-token": csrf, "content-type": "application/json" };
  const signature = JSON.stringify({ signature: { kind: "typed", data: name } });
  await ask("POST", `/flow/instances/${instance.id}/documents/${document.id}/sign`, headers, signature);
  say("signed", name);
}

// 6. Inspect: a step of the clock waits for the seal and for every callback under way.
await post("/local/clock", { advance: "PT1M" });
say("status", (await get<Instance>(`/flow/instances/${instance.id}`)).status);
const sent = await get<{ items: { event_id: string; state: string }[] }>(
  `/local/callbacks?flow_instance_id=${instance.id}`,
);
const inOrder = [...events.values()].sort((a, b) => a.sequence - b.sequence).map(({ type }) => type);
say("callbacks", sent.items.every(({ state }) => state === "delivered") ? inOrder.at(-1) : "not delivered");
receiver.close();
receiver.closeAllConnections();
