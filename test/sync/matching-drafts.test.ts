import { describe, expect, test, vi } from "vitest";
import { countersignRemote } from "../../src-shared/dialect/index.ts";
import { smallFlow, uploadPdf } from "../fixtures/small-flow.ts";
import { must } from "../harness/workspace.ts";
import { EMPTY, openRig, REMOTES, type RemoteName, type Rig, TEXT } from "./rig.ts";
import { SPARSE_WITH_LIST } from "./sparse.ts";

/** Both remotes have a list here; that of the sparse one shows ids alone. */
const opened = (name: RemoteName) =>
  openRig({ name, dialect: name === "sparse" ? SPARSE_WITH_LIST : { name: countersignRemote.name } });
const titled = (title: string) => TEXT.replace("title: Loan", `title: ${title}`);
const made = async ({ host }: Pick<Rig, "host">, text: string) => must(await host.drafts.createFromText({ text }));
const titlesHere = (rig: Rig) =>
  rig.host.drafts
    .list({})
    .items.map(({ title }) => title)
    .toSorted();
const titlesThere = (rig: Rig) =>
  rig.remote.host.drafts
    .list({})
    .items.map(({ title }) => title)
    .toSorted();

describe.each(REMOTES)("Y1: on the remote %s, a flow that is the same on both sides", (name) => {
  test("is bound and not doubled, whether it was the account's or nobody's; the dry run says so", async () => {
    const rig = await opened(name);
    const [own, free] = [await rig.draft(titled("Own")), await made(rig, titled("Free"))];
    for (const title of ["Own", "Free", "There"])
      await made(rig.remote, titled(title).replace("# The loan of a flat", "#"));
    const dry = await rig.sync({ dryRun: true });
    expect(dry.planned).toEqual([]);
    expect(dry.incoming.map(({ how, title }) => [how, title]).toSorted()).toEqual(
      [
        ["bound", "Own"],
        ["bound", "Free"],
        ["new", "There"],
      ].toSorted(),
    );
    expect(rig.host.sync.stateOf(free.key)).toBeNull();
    const report = must(await rig.host.sync.run("Bank", { review: dry.review ?? "" }));
    expect(report).toMatchObject({ ...EMPTY, pulled: [expect.any(String)], heldBack: [] });
    expect(report.bound.toSorted()).toEqual([own.key, free.key].toSorted());
    expect([rig.state(own.key), rig.state(free.key)]).toEqual(["up_to_date", "up_to_date"]);
    expect([titlesHere(rig), titlesThere(rig)]).toEqual([
      ["Free", "Own", "There"],
      ["Free", "Own", "There"],
    ]);
    expect(rig.textOf(free.id)).toBe(titled("Free"));
    must(await rig.host.drafts.patch(free.id, { duration: 40 }));
    expect(await rig.sync()).toMatchObject({ ...EMPTY, pushed: [free.key] });
    expect(must(rig.remote.host.drafts.get(rig.there().get("Free") ?? "")).fields.duration).toBe(40);
    expect(await rig.sync()).toMatchObject(EMPTY);
  });

  test("and nobody's, waits on both sides for a sync that its author asks for", async () => {
    const rig = await opened(name);
    await rig.sync();
    const free = await made(rig, titled("Free"));
    const own = await rig.draft(titled("Own"));
    for (const title of ["Free", "Own"]) await made(rig.remote, titled(title));
    rig.ahead += 3_600_000;
    await rig.reopen();
    rig.keepsInSync();
    const last = () => rig.host.sync.accounts()[0]?.activity.last?.report;
    await vi.waitFor(() => expect(last()).toMatchObject({ unreachable: null }), { timeout: 15_000, interval: 50 });
    expect(last()).toMatchObject({ ...EMPTY, bound: [own.key] });
    expect(rig.host.sync.stateOf(free.key)).toBeNull();
    expect([titlesHere(rig), titlesThere(rig)]).toEqual([
      ["Free", "Own"],
      ["Free", "Own"],
    ]);
    expect(await rig.sync()).toMatchObject({ ...EMPTY, bound: [free.key] });
    expect(rig.state(free.key)).toBe("up_to_date");
  });

  test("is compared with its documents' content, each bound once; what differs comes in beside it", async () => {
    const rig = await opened(name);
    const flow = async ({ host }: Pick<Rig, "host">) =>
      smallFlow({ documentId: await uploadPdf(host) }).replace(/process_settings.*\n/, "");
    const { id, key } = await rig.draft(await flow(rig));
    await made(rig, titled("Other").replace("duration: 14", "duration: 15"));
    for (const text of [await flow(rig.remote), await flow(rig.remote), titled("Other")]) await made(rig.remote, text);
    const text = rig.textOf(id);
    const dry = await rig.sync({ dryRun: true });
    expect(dry.incoming.map(({ how, title }) => [how, title]).toSorted()).toEqual(
      [
        ["bound", "Small"],
        ["new", "Small"],
        ["new", "Other"],
      ].toSorted(),
    );
    expect(await rig.sync()).toMatchObject({ ...EMPTY, pulled: [expect.any(String), expect.any(String)] });
    expect([rig.state(key), rig.textOf(id)]).toEqual(["up_to_date", text]);
    expect(titlesHere(rig)).toEqual(["Other", "Other", "Small", "Small"]);
    expect(titlesThere(rig)).toEqual(["Other", "Small", "Small"]);
    const before = rig.proxy.asked.length;
    must(await rig.host.drafts.patch(id, { duration: 40 }));
    expect(await rig.sync()).toMatchObject({ ...EMPTY, pushed: [key] });
    expect(rig.proxy.asked.slice(before).filter((line) => /documents\/new|papers/.test(line))).toEqual([]);
  });

  test("is left on both sides where its author holds it back, or changed it after the look", async () => {
    const rig = await opened(name);
    const [held, late] = [await made(rig, titled("Held")), await made(rig, titled("Late"))];
    for (const title of ["Held", "Late"]) await made(rig.remote, titled(title));
    const { review } = await rig.sync({ dryRun: true });
    must(await rig.host.drafts.saveText(late.id, `${rig.textOf(late.id)}# later\n`));
    const report = must(await rig.host.sync.run("Bank", { without: [held.key], review: review ?? "" }));
    expect(report).toMatchObject({ ...EMPTY, heldBack: [{ what: "“Late”" }] });
    expect([rig.host.sync.stateOf(held.key), rig.host.sync.stateOf(late.key)]).toEqual([null, null]);
    expect(titlesHere(rig)).toEqual(["Held", "Late"]);
  });
});
