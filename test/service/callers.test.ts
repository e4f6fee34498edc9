import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { WireInstance } from "../../src-shared/service/index.ts";
import * as wire from "../../src-shared/service/index.ts";
import type { TestService } from "./harness.ts";
import { Client, oauth, openService, sitDown, startNda } from "./harness.ts";

/** Every route beside every kind of caller: test/hostile/matrix.test.ts. */
describe("who may: sessions beside each other", () => {
  let to: TestService;
  let instance: WireInstance;
  let other: WireInstance;
  beforeAll(async () => {
    to = await openService();
    instance = await startNda(to);
    other = await startNda(to);
  });
  afterAll(() => to.close());

  it("two participants in one browser: each is picked by X-Participant, and nobody without it", async () => {
    const fresh = await startNda(to);
    const alice = await sitDown(to, fresh, "alice");
    const bob = await sitDown(to, fresh, "bob");
    const both = new Client(to.baseUrl);
    for (const [name, cookie] of [...alice.cookies, ...bob.cookies]) both.cookies.set(name, cookie);
    const path = `/local/participant/${fresh.id}`;
    const ambiguous = await both.ask(400, "GET", path);
    expect(ambiguous.error).toBe("request_parameters_missing");
    const [first, second] = fresh.participants;
    const as = async (id = "") =>
      (await both.ask(200, "GET", path, { headers: { "x-participant": id } })).as(wire.participantPage).participant;
    expect(await as(first?.id)).toEqual({ id: first?.id, name: "alice", full_name: "alice" });
    expect(await as(second?.id)).toEqual({ id: second?.id, name: "bob", full_name: "bob" });
    await both.ask(401, "GET", path, { headers: { "x-participant": "999999" } });
    const alone = new Client(to.baseUrl);
    for (const [name, cookie] of bob.cookies) alone.cookies.set(name, cookie);
    expect((await alone.ask(200, "GET", path)).as(wire.participantPage).participant.name).toBe("bob");
  });

  it("who may: a session speaks before an author's credentials on a participant's route", async () => {
    const fresh = await startNda(to);
    const alice = await sitDown(to, fresh, "alice");
    const foreign = await sitDown(to, await startNda(to), "alice");
    const authorization = oauth(to.credentials);
    for (const headers of [{ authorization }, { authorization: "OAuth of nobody" }]) {
      const seen = await alice.ask(200, "GET", `/local/participant/${fresh.id}`, { headers });
      expect(seen.as(wire.participantPage).participant.name).toBe("alice");
    }
    const path = `/flow/instances/${fresh.id}/reject`;
    const headers = { authorization, "x-csrf-token": "wrong" };
    await alice.ask(403, "POST", path, { json: {}, headers });
    await alice.ask(204, "POST", path, { json: {}, headers: { authorization } });
    const history = (await to.author.ask(200, "GET", `/local/instances/${fresh.id}/history`)).as(wire.local.history);
    expect(history.items.findLast(({ type }) => type === "instance_rejected")?.by).toBe("participant:alice");
    // A session of another instance is nobody here, so that the author speaks.
    expect((await foreign.ask(409, "POST", path, { json: {}, headers: { authorization } })).error).toBe(
      "instance_state_error",
    );
  });

  it("one participant's CSRF token does not write for another", async () => {
    const fresh = await startNda(to);
    const alice = await sitDown(to, fresh, "alice");
    const bob = await sitDown(to, fresh, "bob");
    const csrf = [...alice.cookies].find(([name]) => name.startsWith("csrf_token_"))?.[1] ?? "";
    await bob.ask(403, "POST", `/flow/instances/${fresh.id}/reject`, { json: {}, headers: { "x-csrf-token": csrf } });
  });

  it("a wrong secret, a wrong participant and a wrong instance open nothing and set no cookie", async () => {
    const participant = instance.participants[0]?.id;
    const secret = instance.access_links.alice?.split("/").at(-1);
    const tries = [
      `/flow/overview/${instance.id}/${participant}/${"0".repeat(secret?.length ?? 1)}`,
      `/flow/overview/${instance.id}/${instance.participants[1]?.id}/${secret}`,
      `/flow/overview/${other.id}/${participant}/${secret}`,
    ];
    for (const path of tries) {
      const answer = await to.nobody.ask(404, "GET", path);
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect(answer.text).not.toContain(secret);
    }
  });

  it("a session outlives the reopening of its link; a browser keeps its forty newest participants", async () => {
    const fresh = await startNda(to);
    const alice = await sitDown(to, fresh, "alice");
    const before = new Map(alice.cookies);
    await alice.ask(302, "GET", fresh.access_links.alice ?? "");
    expect(alice.cookies).toEqual(before);
    const browser = new Client(to.baseUrl);
    for (let count = 0; count < 21; count++) {
      const next = await startNda(to);
      await browser.ask(302, "GET", next.access_links.alice ?? "");
      await browser.ask(302, "GET", next.access_links.bob ?? "");
    }
    expect([...browser.cookies.keys()].filter((name) => name.startsWith("cs_p_"))).toHaveLength(40);
  });

  it("nothing of it was an error of the service", () => {
    expect(to.log.filter(({ level }) => level === "error")).toEqual([]);
  });
});
