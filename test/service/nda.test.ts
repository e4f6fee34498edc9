import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { WireInstance } from "../../src-shared/service/index.ts";
import * as wire from "../../src-shared/service/index.ts";
import { callbackEvent } from "../../src-shared/service/index.ts";
import type { Client, TestService } from "./harness.ts";
import { ndaParameters, ndaProcess, openService, sitDown, there } from "./harness.ts";

describe("the NDA example, played over HTTP from an upload to completed", () => {
  let to: TestService;
  let instance: WireInstance;
  let alice: Client;
  let bob: Client;
  let documentId: string;

  beforeAll(async () => {
    to = await openService();
  });
  afterAll(() => to.close());

  it("interface 4.2: the credentials come from e-mail and password", async () => {
    const { json } = await to.nobody.ask(200, "POST", "/api/v2/getpersonaltoken", {
      form: { email: "author@example.test", password: "correct horse battery" },
    });
    expect(json).toEqual(to.credentials);
  });

  it("a draft is made from the wire, read back, and started", async () => {
    documentId = await to.upload("nda");
    const made = await to.author.ask(201, "POST", "/flow/drafts", { json: { title: "NDA", process: ndaProcess } });
    expect(made.headers.get("location")).toBe(`/flow/drafts/${made.as(wire.draft).id}`);
    expect(made.as(wire.draft).process).toEqual(ndaProcess);
    const path = `/flow/drafts/${made.as(wire.draft).id}`;
    await to.author.ask(200, "PATCH", path, { json: { process_parameters: ndaParameters(documentId), duration: 30 } });
    instance = (await to.author.ask(201, "POST", `${path}/start`)).as(wire.instance);
    expect(instance).toMatchObject({
      title: "NDA",
      status: "in_progress",
      trashed: false,
      documents: [documentId],
      admin_actions: ["remind"],
      started: "2026-03-02T09:00:00.000Z",
      callback: null,
      state: {
        stage: "signing",
        available_actions: [
          { type: "sign", user: "alice", document: "nda" },
          { type: "sign", user: "bob", document: "nda" },
        ],
      },
    });
    expect(instance.participants.map(({ name }) => name)).toEqual(["alice", "bob"]);
    await to.author.ask(200, "GET", path);
  });

  it("the invitations are in the mailbox, each with its participant's own link", async () => {
    await to.host.idle();
    const { items } = (await to.author.ask(200, "GET", "/local/mailbox")).as(wire.local.mailbox);
    expect(items.map(({ to: address }) => address).sort()).toEqual(["alice@example.test", "bob@example.test"]);
    const first = there(items.find(({ participant }) => participant === "alice"));
    expect(first).toMatchObject({ method: "email", kind: "invitation", status: "delivered" });
    const mail = (await to.author.ask(200, "GET", `/local/mailbox/${first.id}`)).as(wire.local.mail);
    expect(mail.link).toBe(instance.access_links.alice);
    expect(mail.text).toContain(instance.access_links.alice);
    const raw = await to.author.ask(200, "GET", `/local/mailbox/${first.id}.eml`);
    expect(raw.headers.get("content-type")).toBe("message/rfc822");
    expect(raw.text).toMatch(/^To: .*alice@example\.test/m);
  });

  it("a participant's link opens a session; the page tells what to do, and the PDF is there", async () => {
    alice = await sitDown(to, instance, "alice");
    const view = (await alice.ask(200, "GET", `/flow/instances/${instance.id}/view`)).as(wire.view);
    expect(view).toMatchObject({
      title: "NDA",
      status: "in_progress",
      documents: [{ document_id: documentId, document_state: "in_progress" }],
      previous_events: [],
    });
    expect(view.available_actions).toContainEqual({ type: "sign", document: documentId });
    expect(view).not.toHaveProperty("id");
    const page = (await alice.ask(200, "GET", `/local/participant/${instance.id}`)).as(wire.overviewPage);
    expect(page).toMatchObject({
      page: "overview",
      simulated: true,
      clock: "virtual",
      now: "2026-03-02T09:00:00.000Z",
      may_reject: true,
      sign_authentication: null,
      redirect: null,
      documents: [{ document_id: documentId, name: "nda", pages: 1, state: "in_progress", done: [] }],
    });
    expect(there(page.documents[0]).actions).toContain("sign");
    expect(JSON.stringify(page)).not.toContain("bob@example.test");
    const pdf = await alice.ask(200, "GET", there(page.documents[0]).url);
    expect(pdf.headers.get("content-type")).toBe("application/pdf");
    expect(pdf.text.slice(0, 5)).toBe("%PDF-");
    const again = { headers: { "if-none-match": pdf.headers.get("etag") ?? "" } };
    await alice.ask(304, "GET", there(page.documents[0]).url, again);
  });

  it("both sign; the same act twice is 409 and changes nothing [G4]", async () => {
    const path = `/flow/instances/${instance.id}/documents/${documentId}/sign`;
    await alice.ask(204, "POST", path, { json: { signature: { kind: "typed", data: "Alice Example" } } });
    const twice = await alice.ask(409, "POST", path, { json: {} });
    expect(twice.error).toBe("document_state_error");
    const { state } = (await to.author.ask(200, "GET", `/flow/instances/${instance.id}`)).as(wire.instance);
    expect(state.available_actions).toEqual([{ type: "sign", user: "bob", document: "nda" }]);
    const page = (await alice.ask(200, "GET", `/local/participant/${instance.id}`)).as(wire.overviewPage);
    expect(there(page.documents[0]).done).toEqual([{ type: "sign", at: "2026-03-02T09:00:00.000Z" }]);
    expect(page.participants).toContainEqual(expect.objectContaining({ name: "bob", me: false, state: "waiting" }));
    bob = await sitDown(to, instance, "bob");
    await bob.ask(204, "POST", path);
  });

  it("the instance completes, its document is sealed, and the confirmations carry it", async () => {
    await to.host.idle();
    const done = (await to.author.ask(200, "GET", `/flow/instances/${instance.id}`)).as(wire.instance);
    expect(done).toMatchObject({ status: "completed", admin_actions: [], state: { available_actions: [] } });
    const view = (await bob.ask(200, "GET", `/flow/instances/${instance.id}/view`)).as(wire.view);
    expect(view.documents).toEqual([{ document_id: documentId, document_state: "sealed" }]);
    expect(view.available_actions).toEqual([]);
    expect(view.previous_events).toContainEqual(expect.objectContaining({ type: "signed", document: documentId }));
    const sealed = await to.author.ask(200, "GET", `/api/v2/documents/${documentId}/files/main.pdf`);
    expect(sealed.text).toContain("ETSI.CAdES.detached");
    const { items } = (await to.author.ask(200, "GET", "/local/mailbox?participant=bob")).as(wire.local.mailbox);
    const confirmation = there(items.find(({ kind }) => kind === "confirmation"));
    const mail = (await to.author.ask(200, "GET", `/local/mailbox/${confirmation.id}`)).as(wire.local.mail);
    expect(mail.attachments).toHaveLength(1);
  });

  it("the history tells it all, in order, and the events of the callbacks are listed though nobody listens", async () => {
    const { items } = (await to.author.ask(200, "GET", `/local/instances/${instance.id}/history`)).as(
      wire.local.history,
    );
    expect(items.map(({ seq }: { seq: number }) => seq)).toEqual(items.map((_: unknown, index: number) => index + 1));
    const types = items.map(({ type }: { type: string }) => type);
    expect(types[0]).toBe("started");
    expect(types).toContain("completed");
    const first = (await to.author.ask(200, "GET", `/local/instances/${instance.id}/history?limit=2`)).as(
      wire.local.history,
    );
    expect(first.items).toHaveLength(2);
    const rest = (await to.author.ask(200, "GET", `/local/instances/${instance.id}/history?cursor=${first.next}`)).as(
      wire.local.history,
    );
    expect([...first.items, ...rest.items]).toEqual(items);
    const callbacks = (await to.author.ask(200, "GET", `/local/callbacks?flow_instance_id=${instance.id}`)).as(
      wire.local.callbacks,
    );
    expect(callbacks.items.map(({ type }: { type: string }) => type)).toContain("completed");
    // Parsing drops what the schema does not know: nothing may be dropped.
    for (const { body } of callbacks.items) expect(callbackEvent.parse(body)).toEqual(body);
  });

  it("nothing of it was an error of the service", () => {
    expect(to.log).toEqual([]);
  });
});
