import { describe, expect, test } from "vitest";
import { must, mustFail } from "../harness/workspace.ts";
import { EMPTY, openRig, type Rig, type RigOptions, TEXT } from "./rig.ts";

const titled = (title: string) => TEXT.replace("title: Loan", `title: ${title}`);
const resolve = (rig: Rig, key: string, id: string | null) => rig.host.sync.resolve("Bank", key, id);
const asked = async (rig: Rig, key: string, id: string) =>
  must(await rig.host.sync.resolve("Bank", key, id, { asks: true }));
const refused = async (rig: Rig, key: string, id: string) => mustFail<unknown>(await resolve(rig, key, id)).message;
const isCreate = ({ method, path }: { readonly method: string; readonly path: string }) =>
  method === "POST" && /drafts$|templates$/.test(path);

/** A draft whose create got no answer, beside others that are on both sides. */
async function lost(options: RigOptions, fault: "lose" | "drop" = "lose") {
  const rig = await openRig(options);
  const other = await rig.draft(titled("Other"));
  await rig.sync();
  const { id, key } = await rig.draft(TEXT);
  rig.proxy.fault = (asked) => (isCreate(asked) ? fault : null);
  await rig.sync();
  rig.proxy.fault = () => null;
  expect(rig.state(key)).toBe("perhaps_sent");
  const idOf = (title: string) => `${options.name === "sparse" ? "d_" : ""}${rig.there().get(title)}`;
  return { rig, id, key, other, idOf };
}

describe("Y9: what an author says of a create without an answer", () => {
  test.each(["countersign", "sparse"] as const)(
    "an id that nobody knows, or that is another's, is refused: %s",
    async (name) => {
      const { rig, key, idOf } = await lost({ name });
      expect(await refused(rig, key, name === "sparse" ? "d_999" : "999")).toMatch(/has no draft \S+: look/);
      expect(await refused(rig, key, idOf("Other"))).toContain("is that of “Other” already");
      expect(await refused(rig, key, "../1")).toContain("“../1” is not a valid id");
      expect(rig.state(key)).toBe("perhaps_sent");
      must(await resolve(rig, key, ` ${idOf("Loan")} `));
      expect(await rig.sync()).toMatchObject(EMPTY);
      expect([rig.state(key), rig.there().size]).toEqual(["up_to_date", 2]);
    },
  );

  test.each(["countersign", "sparse"] as const)(
    "a create that a crash cut off is perhaps sent after the next sync, and goes out once its author says so: %s",
    async (name) => {
      const rig = await openRig({ name });
      const { key } = await rig.draft(TEXT);
      await rig.crash(isCreate, false, () => rig.sync());
      expect(await rig.sync()).toMatchObject({ ...EMPTY, perhaps: [{ what: "“Loan”" }] });
      expect([rig.state(key), rig.there().size]).toEqual(["perhaps_sent", 0]);
      must(await resolve(rig, key, null));
      expect(await rig.sync()).toMatchObject({ ...EMPTY, pushed: [key] });
      expect([rig.state(key), rig.there().size]).toEqual(["up_to_date", 1]);
    },
  );

  test("a service that is not there is said, and nothing is kept", async () => {
    const { rig, key, idOf } = await lost({ name: "sparse" });
    const there = idOf("Loan");
    rig.proxy.fault = () => "drop";
    expect(await refused(rig, key, there)).not.toBe("");
    rig.proxy.fault = () => null;
    expect(rig.state(key)).toBe("perhaps_sent");
  });

  test("a draft of other content there is a conflict, and overwrites nothing here or there", async () => {
    const { rig, id, key, idOf } = await lost({ name: "sparse" }, "drop");
    must(await rig.remote.host.drafts.createFromText({ text: titled("Somebody's") }));
    const before = rig.state(key);
    expect(await asked(rig, key, idOf("Somebody's"))).toEqual({ title: "Somebody's" });
    expect(rig.state(key)).toBe(before);
    must(await resolve(rig, key, idOf("Somebody's")));
    expect(await rig.sync()).toMatchObject({
      ...EMPTY,
      conflicts: [{ draft: key, path: ["title"], mine: "Loan", theirs: "Somebody's" }],
    });
    expect([rig.textOf(id), rig.there().has("Somebody's")]).toEqual([TEXT, true]);
  });

  test("what the service does not keep of the draft is told, and is no conflict", async () => {
    const rig = await openRig({ name: "sparse" });
    const { key } = await rig.draft(`${TEXT}process_settings: { automatic_document_redirects: never }\n`);
    rig.proxy.fault = (asked) => (isCreate(asked) ? "lose" : null);
    await rig.sync();
    rig.proxy.fault = () => null;
    must(await resolve(rig, key, `d_${rig.there().get("Loan")}`));
    expect(await rig.sync()).toMatchObject({
      conflicts: [],
      pulled: [],
      refused: [{ what: "“Loan”, process_settings" }],
    });
    expect(await rig.sync()).toMatchObject(EMPTY);
  });

  test("publish only: an id that is another's here is refused, and any other believed", async () => {
    const calls = { drafts: null, draft: null, changeDraft: null, removeDraft: null };
    const rig = await openRig({ dialect: { name: "publish", calls } });
    const [one, two] = [await rig.draft(titled("One")), await rig.draft(titled("Two"))];
    must(await rig.host.sync.publish("Bank", one.id));
    rig.proxy.fault = (asked) => (isCreate(asked) ? "lose" : null);
    must(await rig.host.sync.publish("Bank", two.id));
    rig.proxy.fault = () => null;
    expect(await refused(rig, two.key, rig.there().get("One") ?? "")).toContain("is that of “One” already");
    must(await resolve(rig, two.key, rig.there().get("Two") ?? ""));
    expect(rig.state(two.key)).toBe("up_to_date");
  });
});
