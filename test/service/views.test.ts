import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as wire from "../../src-shared/service/index.ts";
import {
  ndaParameters,
  ndaProcess,
  openService,
  sitDown,
  startNda,
  type TestService,
  there,
  value,
} from "./harness.ts";

/** What the interface's bodies show, and what they leave out. */

let to: TestService;
beforeAll(async () => {
  to = await openService();
});
afterAll(() => to.close());

describe("interface 2.8: require_auto_start_token is ignored and in no response", () => {
  const asked = { provider: "se_eid", require_auto_start_token: false };
  const parameters = async () => {
    const given = ndaParameters(await to.upload("nda"));
    const alice = { ...given.users.alice, auth_to_view: asked, auth_to_view_archived: asked, auth_to_sign: asked };
    return { ...given, users: { ...given.users, alice } };
  };

  it("V204: a draft's text keeps it with its hint, and no view of the draft shows it", async () => {
    const process_parameters = await parameters();
    const made = await to.author.ask(201, "POST", "/flow/drafts", {
      json: { title: "NDA", process: ndaProcess, process_parameters },
    });
    const { id } = made.as(wire.draft);
    const patched = await to.author.ask(200, "PATCH", `/flow/drafts/${id}`, { json: { process_parameters } });
    const read = await to.author.ask(200, "GET", `/flow/drafts/${id}`);
    for (const answer of [made, patched, read]) {
      expect(answer.text).not.toContain("require_auto_start_token");
      expect(answer.text).toContain('"auth_to_view_archived":{"provider":"se_eid"}');
    }
    const kept = value(to.host.drafts.get(id));
    expect(kept.text.split("require_auto_start_token")).toHaveLength(4);
    expect(kept.diagnostics.filter(({ rule }) => rule === "V204")).toHaveLength(3);
    const started = await to.author.ask(201, "POST", `/flow/drafts/${id}/start`, { json: {} });
    expect(started.text).not.toContain("require_auto_start_token");
    expect(value(to.host.drafts.get(id)).text).toBe(kept.text);
  });

  it("an instance, its history, its view and its callbacks do not show it", async () => {
    const process_parameters = await parameters();
    const json = { process: ndaProcess, process_parameters };
    const started = await to.author.ask(201, "POST", "/flow/instances", { json });
    const { id } = started.as(wire.instance);
    const read = await to.author.ask(200, "GET", `/flow/instances/${id}`);
    const history = await to.author.ask(200, "GET", `/local/instances/${id}/history`);
    for (const { text } of [started, read, history]) expect(text).not.toContain("require_auto_start_token");
  });
});

describe("an untitled flow is null in every view, and has no empty quotes anywhere", () => {
  it.each([{}, { title: null }, { title: "" }, { title: "  " }])("%j", async (extra) => {
    const draft = (await to.author.ask(201, "POST", "/flow/drafts", { json: { ...extra } })).as(wire.draft);
    expect(draft.title).toBeNull();
    const listed = (await to.author.ask(200, "GET", "/flow/drafts")).as(wire.listOf(wire.draftSummary));
    expect(listed.items.find(({ id }) => id === draft.id)?.title).toBeNull();

    const given = ndaParameters(await to.upload("nda"));
    const auth_to_view = { provider: "sms_otp" };
    const users = { ...given.users, alice: { ...given.users.alice, phone_number: "+46701234567", auth_to_view } };
    const started = await startNda(to, { title: null, ...extra, process_parameters: { ...given, users } });
    expect(started.title).toBeNull();
    const read = (await to.author.ask(200, "GET", `/flow/instances/${started.id}`)).as(wire.instance);
    expect(read.title).toBeNull();
    const summaries = (await to.author.ask(200, "GET", "/local/instances")).as(wire.local.instances);
    expect(summaries.items.find(({ id }) => id === started.id)?.title).toBeNull();

    const bob = await sitDown(to, started, "bob");
    expect((await bob.ask(200, "GET", `/flow/instances/${started.id}/view`)).as(wire.view).title).toBeNull();
    const page = (await bob.ask(200, "GET", `/local/participant/${started.id}`)).as(wire.participantPage);
    expect(page).toMatchObject({ page: "overview", title: null });
    const alice = await sitDown(to, started, "alice");
    const gate = (await alice.ask(200, "GET", `/local/participant/${started.id}`)).as(wire.participantPage);
    expect(gate).toMatchObject({ page: "authenticate", title: null });

    await alice.ask(200, "POST", "/flow/eid/start", { json: { instance_id: started.id, kind: "view" } });
    await to.author.ask(202, "POST", `/flow/instances/${started.id}/remind`, {
      json: { participants: started.participants.map(({ id }) => id) },
    });
    await to.host.idle();
    const mails = (await to.author.ask(200, "GET", `/local/mailbox?flow_instance_id=${started.id}`)).as(
      wire.local.mailbox,
    );
    expect(mails.items.map(({ kind }) => kind).sort()).toEqual([
      ...["code", "invitation", "invitation", "reminder", "reminder"],
    ]);
    for (const { id } of mails.items) {
      const { text, html, subject, kind } = (await to.author.ask(200, "GET", `/local/mailbox/${id}`)).as(
        wire.local.mail,
      );
      expect(`${text}${html}`).not.toMatch(/""|“”|<title>\s*<|<h1[^>]*>\s*</);
      if (kind !== "code") expect(there(subject).trim()).toMatch(/\w$/);
    }
    const history = (await to.author.ask(200, "GET", `/local/instances/${started.id}/history`)).as(wire.local.history);
    expect(history.items[0]?.text).toBe("The flow was started");
  });
});
