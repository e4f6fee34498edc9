import { describe, expect, test } from "vitest";
import { must, mustFail } from "../harness/workspace.ts";
import { type Asked, FAULTS } from "./fault-proxy.ts";
import { EMPTY, faultsOn, openRig, REMOTES, TEXT } from "./rig.ts";

const isDraft = ({ path }: Asked): boolean => /\/flow\/drafts|\/templates/.test(path);
const WHICH: readonly [string, (asked: Asked) => boolean][] = [
  ["reads", (asked) => isDraft(asked) && asked.method === "GET"],
  ["changes", (asked) => isDraft(asked) && /^PATCH|^PUT/.test(asked.method)],
  ["deletions", (asked) => asked.method === "DELETE" || asked.path.endsWith("/remove")],
];

describe.each(REMOTES)("Y8, Y13, Y14: on the remote %s nothing is lost or done twice by", (name) => {
  test.each(faultsOn(name))("%s", async (_what, fault) => {
    const rig = await openRig({ name });
    for (const [which, fits] of WHICH) {
      const { id } = await rig.draft(TEXT.replace("title: Loan", `title: ${which}`));
      const gone = await rig.draft(TEXT.replace("title: Loan", `title: Gone ${which}`));
      await rig.sync();
      must(await rig.host.drafts.patch(id, { duration: 40 }));
      must(await rig.host.drafts.remove(gone.id));
      const there = rig.there().get(which) ?? "";
      must(await rig.remote.host.drafts.patch(there, { title: `${which} there` }));
      let faults = 0;
      rig.proxy.fault = (asked) => (fits(asked) && faults++ < 1 ? fault : null);
      await rig.sync();
      rig.proxy.fault = () => null;
      for (let again = 0; again < 3; again += 1) await rig.sync();
      expect(await rig.sync()).toMatchObject(EMPTY);
      expect(must(rig.remote.host.drafts.get(there)).fields).toMatchObject({ title: `${which} there`, duration: 40 });
      expect(must(rig.host.drafts.get(id)).fields).toMatchObject({ title: `${which} there`, duration: 40 });
      expect(rig.there().has(`Gone ${which}`)).toBe(false);
      expect(faults).toBeGreaterThan(0);
    }
    expect(rig.there().size).toBe(WHICH.length);
    const lines = rig.host.ledger.outbound({ limit: 500 }).items;
    const listed = lines.filter(({ kind, result }) => kind === "account" && result !== "not sent");
    expect(listed.length).toBe(rig.proxy.asked.length);
  });
});

test("Y9: a create is made once, whatever becomes of its answer", async () => {
  for (const [what, fault] of FAULTS.filter(([, fault]) => fault !== "double")) {
    const rig = await openRig();
    const { key } = await rig.draft(TEXT);
    let faults = 0;
    rig.proxy.fault = (asked) => (asked.method === "POST" && isDraft(asked) && faults++ < 1 ? fault : null);
    await rig.sync();
    rig.ahead += 120_000;
    await rig.sync();
    await rig.sync();
    expect([what, [...rig.there().keys()], rig.state(key)]).toEqual([what, ["Loan"], "up_to_date"]);
    expect(rig.host.drafts.list({}).items.length).toBe(1);
  }
});

test("Y7: a service that says of all drafts that they are gone is not believed", async () => {
  const rig = await openRig({ name: "sparse" });
  const keys = [await rig.draft(TEXT), await rig.draft(TEXT.replace("Loan", "Other"))];
  await rig.sync();
  rig.proxy.fault = (asked) => (isDraft(asked) ? { status: 404 } : null);
  expect(await rig.sync()).toMatchObject({ archived: [], refused: [{}, {}] });
  rig.proxy.fault = () => null;
  expect(await rig.sync()).toMatchObject(EMPTY);
  expect(keys.map(({ key }) => rig.state(key))).toEqual(["up_to_date", "up_to_date"]);
});

test("Y14: what a lying service sends is refused in words, and nothing of it is kept", async () => {
  const rig = await openRig();
  const draft = must(await rig.remote.host.drafts.createFromText({ text: TEXT }));
  for (const id of ["../../etc", "a/b", "..", "", "x".repeat(300), null, {}]) {
    const says = { path: "/flow/drafts?", body: JSON.stringify({ items: [{ id }] }) };
    const lying = await openRig({ remote: rig.remote, says });
    expect(await lying.sync()).toMatchObject({ pulled: [], unreachable: expect.stringContaining("no usable id") });
    expect(lying.host.drafts.list({}).items).toEqual([]);
  }
  expect(draft.id).toBe("1");
});

test("Y14: what a service shows of a draft is text, however strange, and too much of it is refused alone", async () => {
  const title = "<script>alert(1)</script>";
  const strange = { id: "7", title, process: { "dsl-version": "0.3.0", stages: [], odd: [[[{}]]] }, duration: -1e300 };
  const rig = await openRig({ says: { path: "/flow/drafts/7", body: JSON.stringify(strange) } });
  for (let n = 0; n < 7; n += 1)
    must(await rig.remote.host.drafts.createFromText({ text: TEXT.replace("Loan", `N${n}`) }));
  const looked = await rig.sync({ dryRun: true });
  const report = await rig.sync();
  expect([report.pulled.length, report.refused.length]).toEqual([6, 1]);
  // The look before it says so too, and of none but the others that they come in.
  expect([looked.incoming.length, looked.pulled.length, looked.refused]).toEqual([6, 6, report.refused]);
  expect(report.refused[0]?.what).toBe("draft 7 of the account");
});

test("Y14: an older version of the interface is said", async () => {
  const rig = await openRig({ says: { path: "/flow/version", body: '{"api_version":"0.45.2"}' } });
  expect(rig.host.sync.accounts()[0]).toMatchObject({ apiVersion: "0.48.0", older: false });
  expect(must(await rig.host.sync.check("Bank"))).toMatchObject({ apiVersion: "0.45.2", older: true });
});

test("Y9: a create without an answer is not sent again while it may still arrive", async () => {
  const rig = await openRig();
  const { key } = await rig.draft(TEXT);
  rig.proxy.fault = (asked) => (asked.method === "POST" && isDraft(asked) ? "drop" : null);
  expect(await rig.sync()).toMatchObject({ pushed: [], perhaps: [{}] });
  rig.proxy.fault = () => null;
  expect(await rig.sync()).toMatchObject({ pushed: [], perhaps: [{}] });
  expect(rig.there().size).toBe(0);
  rig.ahead += 120_000;
  expect(await rig.sync()).toMatchObject({ ...EMPTY, pushed: [key] });
});

test("Y8: what somebody writes just before our write is not overwritten, by its entity tag", async () => {
  const rig = await openRig();
  const { id, key } = await rig.draft(TEXT);
  await rig.sync();
  must(await rig.host.drafts.patch(id, { duration: 30 }));
  const there = rig.there().get("Loan") ?? "";
  let writes = 0;
  rig.proxy.before = async ({ method }) => {
    if (method === "PATCH" && writes++ === 0) must(await rig.remote.host.drafts.patch(there, { duration: 99 }));
  };
  expect(await rig.sync()).toMatchObject({ conflicts: [{ draft: key, path: ["duration"], mine: 30, theirs: 99 }] });
  expect(must(rig.remote.host.drafts.get(there)).fields.duration).toBe(99);
});

test.each([
  ["one of three", 3, 1, "full"],
  ["the only one", 1, 9, "full"],
  ["all of three", 3, 9, "publish"],
])(
  "Y14: a listed draft that cannot be read does not lower an account's level: %s",
  async (_which, drafts, faults, level) => {
    const rig = await openRig();
    for (let n = 0; n < drafts; n += 1) must(await rig.remote.host.drafts.createFromText({ text: TEXT }));
    let left = faults;
    rig.proxy.fault = ({ path }) => (/^\/flow\/drafts\/\d+$/.test(path) && left-- > 0 ? { status: 404 } : null);
    expect(must(await rig.host.sync.check("Bank")).level).toBe(level);
  },
);

test("Y16: the list of requests keeps status, bytes and time of what was refused, and time of what had no answer", async () => {
  const rig = await openRig();
  await rig.draft(TEXT);
  const last = (path: string) =>
    rig.host.ledger.outbound({ limit: 500 }).items.find(({ target }) => target.endsWith(path))?.result;
  rig.proxy.fault = ({ method }) => (method === "POST" ? { status: 400 } : null);
  await rig.sync();
  expect(last("/flow/drafts")).toMatch(/^400, \d+ bytes, \d+ ms: \S/);
  rig.proxy.fault = ({ method }) => (method === "POST" ? "drop" : null);
  await rig.sync();
  expect(last("/flow/drafts")).toMatch(/^no whole answer, \d+ ms: \S/);
  rig.proxy.fault = () => ({ status: 401 });
  await rig.sync();
  expect(last("/data_retention")).toMatch(/^401, \d+ bytes, \d+ ms$/);
  await rig.proxy.close();
  mustFail(await rig.host.sync.check("Bank"));
  expect(last("/data_retention")).toMatch(/^not sent: Nothing listens at 127\.0\.0\.1:\d+: check /);
});

test("Y14: an account's name has no control characters", async () => {
  const rig = await openRig();
  for (const name of ["a\nb", "\u001b[31mBank", "a\u0085b"]) {
    const { message } = mustFail<unknown>(await rig.host.sync.rename("Bank", name));
    expect(message).toContain("control characters");
  }
});

test("Y16: a change counts as sent once it is there: not when its answer and the service are lost, but in the sync that finds it", async () => {
  const rig = await openRig();
  const drafts = [await rig.draft(TEXT), await rig.draft(TEXT.replace("title: Loan", "title: Other"))] as const;
  await rig.sync();
  for (const { id } of drafts) must(await rig.host.drafts.patch(id, { duration: 40 }));
  const [lost, arrived] = drafts.map(({ id }) => must(rig.host.drafts.get(id)).fields.title);
  const idOf = (title: unknown) => rig.there().get(String(title)) ?? "";
  let isThere = true;
  rig.proxy.fault = ({ method, path }) => {
    const isWrite = method === "PATCH";
    if (!isWrite && isThere) return null;
    isThere = false;
    return isWrite && path.endsWith(`/${idOf(arrived)}`) ? "lose" : "drop";
  };
  expect(await rig.sync()).toMatchObject({ pushed: [], unreachable: expect.stringContaining("broke off") });
  expect(must(rig.remote.host.drafts.get(idOf(lost))).fields.duration).not.toBe(40);
  rig.proxy.fault = () => null;
  expect((await rig.sync()).pushed.toSorted()).toEqual(drafts.map(({ key }) => key).toSorted());
  for (const title of [lost, arrived]) expect(must(rig.remote.host.drafts.get(idOf(title))).fields.duration).toBe(40);
});

describe.each(REMOTES)("on the remote %s", (name) => {
  test("Y8: a change that the service answers with 404, while the draft is there, is refused with that answer", async () => {
    const rig = await openRig({ name });
    const { id, key } = await rig.draft(TEXT);
    await rig.sync();
    must(await rig.host.drafts.patch(id, { duration: 40 }));
    const changes = /^(PATCH|PUT) /;
    const { length } = rig.proxy.asked;
    rig.proxy.fault = ({ method }) => (changes.test(`${method} `) ? { status: 404 } : null);
    const why = expect.stringMatching(/^(PATCH|PUT) \S+ was answered with 404/);
    expect(await rig.sync()).toMatchObject({ ...EMPTY, refused: [{ what: "“Loan”", why }] });
    expect(rig.proxy.asked.slice(length).filter((asked) => changes.test(asked)).length).toBe(1);
    expect(rig.host.sync.stateOf(key)).toMatchObject({ state: "refused", why });
    rig.proxy.fault = () => null;
    expect(await rig.sync()).toMatchObject({ ...EMPTY, pushed: [key] });
  });

  test("Y7: a deletion that the service answers with 404, while the draft is there, is refused, and the draft does not come back", async () => {
    const rig = await openRig({ name });
    const { id, key } = await rig.draft(TEXT);
    await rig.draft(TEXT.replace("title: Loan", "title: Lease"));
    await rig.sync();
    must(await rig.host.drafts.remove(id));
    rig.proxy.fault = ({ method, path }) => (method === "DELETE" || path.endsWith("/remove") ? { status: 404 } : null);
    for (let again = 0; again < 2; again += 1)
      expect(await rig.sync()).toMatchObject({ ...EMPTY, refused: [{ why: expect.stringContaining("with 404") }] });
    expect(rig.state(key)).toBe("refused");
    rig.proxy.fault = () => null;
    expect(await rig.sync()).toMatchObject({ ...EMPTY, pushed: [key] });
    expect([...rig.there().keys()]).toEqual(["Lease"]);
  });
});
