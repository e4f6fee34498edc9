/**
 * A client that nobody here wrote the parts of: types generated from the OpenAPI document, `openapi-fetch` for the
 * requests, `oauth-1.0a` for the signature, `standardwebhooks` for the callbacks. Plays an NDA to its end and prints
 * what it saw as one line of JSON.
 */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import OAuth from "oauth-1.0a";
import createClient from "openapi-fetch";
import { Webhook } from "standardwebhooks";
import type { components, paths } from "../.cache/api.d.ts";

type Event = components["schemas"]["CallbackEvent"];

function environment(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`The variable ${name} is not set.`);
  return value;
}
const baseUrl = environment("BASE_URL");
const webhook = new Webhook(environment("SIGNING_SECRET"));

// ---- what each answer must have -----------------------------------------------------------------------------------

function must<T>({ data, error }: { data?: T; error?: components["schemas"]["Error"] }): T {
  if (error !== undefined) throw new Error(`${error.code} ${error.type}: ${error.message}`);
  return data as T;
}

const anyone = createClient<paths>({ baseUrl });
const token = must(
  await anyone.POST("/api/v2/getpersonaltoken", {
    body: { email: environment("EMAIL"), password: environment("PASSWORD") },
    bodySerializer: (body) => new URLSearchParams(body),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  }),
);

/** Signs each request by itself, as the package does for any OAuth 1.0 service. */
const oauth = new OAuth({
  consumer: { key: token.apitoken, secret: token.apisecret },
  signature_method: "PLAINTEXT",
});
const author = createClient<paths>({ baseUrl });
author.use({
  onRequest({ request }) {
    const access = { key: token.accesstoken, secret: token.accesssecret };
    const signed = oauth.authorize({ url: request.url, method: request.method }, access);
    request.headers.set("authorization", oauth.toHeader(signed).Authorization);
  },
});

// ---- a receiver that takes what the webhook library verifies ----------------------------------------------------------

const events: Event[] = [];
const refused: string[] = [];
const receiver = createServer(async (request, response) => {
  let text = "";
  for await (const chunk of request) text += chunk;
  const header = (name: string) => String(request.headers[name]);
  try {
    webhook.verify(text, {
      "webhook-id": header("webhook-id"),
      "webhook-timestamp": header("webhook-timestamp"),
      "webhook-signature": header("webhook-signature"),
    });
    events.push(JSON.parse(text));
    response.writeHead(204).end();
  } catch (error) {
    refused.push(String(error));
    response.writeHead(401).end();
  }
});
await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));

// ---- the flow -------------------------------------------------------------------------------------------------------

const pdf = new Blob([await readFile(environment("PDF"))], { type: "application/pdf" });
const document = must(
  await author.POST("/api/v2/documents/new", {
    body: { file: "", title: "NDA" },
    bodySerializer: ({ title = "" }) => {
      const form = new FormData();
      form.set("title", title);
      form.set("file", pdf, "nda.pdf");
      return form;
    },
  }),
);
const draft = must(
  await author.POST("/flow/drafts", {
    body: {
      title: "NDA",
      duration: 14,
      callback: { url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`, version: 1 },
      process: {
        "dsl-version": "0.3.0",
        stages: [
          {
            signing: {
              actions: [{ notify: { users: ["alice", "bob"], methods: { email: { message: "invitation" } } } }],
              expect: { "signed-by": { users: ["alice", "bob"], documents: ["nda"] } },
            },
          },
        ],
      },
      process_parameters: {
        documents: { nda: document.id },
        users: {
          alice: { id_type: "email", id: "alice@example.test" },
          bob: { id_type: "email", id: "bob@example.test" },
        },
        messages: { invitation: "Please sign." },
      },
    },
  }),
);
const started = must(await author.POST("/flow/drafts/{id}/start", { params: { path: { id: draft.id } }, body: {} }));

for (const [name, link] of Object.entries(started.access_links)) {
  const opened = await fetch(link, { redirect: "manual" });
  const cookies = opened.headers.getSetCookie().map((line) => line.split(";", 1)[0] ?? "");
  const csrf = cookies.find((cookie) => cookie.startsWith("csrf_token_"))?.split("=")[1] ?? "";
  const participant = createClient<paths>({ baseUrl, headers: { cookie: cookies.join("; "), "x-csrf-token": csrf } });
  const path = { id: started.id };
  const view = must(await participant.GET("/flow/instances/{id}/view", { params: { path } }));
  for (const action of view.available_actions) {
    if (action.type !== "sign" || action.document === null) continue;
    const signed = await participant.POST("/flow/instances/{id}/documents/{document}/sign", {
      params: { path: { ...path, document: action.document } },
      body: { signature: { kind: "typed", data: name } },
    });
    if (signed.response.status !== 204) throw new Error(`${name} could not sign: ${signed.response.status}`);
  }
}
must(await author.POST("/local/clock", { body: { advance: "PT1M" } }));
const ended = must(await author.GET("/flow/instances/{id}", { params: { path: { id: started.id } } }));
const missing = await author.GET("/flow/instances/{id}", { params: { path: { id: crypto.randomUUID() } } });

receiver.close();
receiver.closeAllConnections();
process.stdout.write(
  `${JSON.stringify({
    status: ended.status,
    pending: ended.state.available_actions.length,
    missing: missing.error?.type,
    refused,
    events: events.map((event) => (event.type === "notification_status_changed" ? event.method : event.type)),
  })}\n`,
);
