import path from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Hit } from "../../src-main/host/types-workspace.ts";
import { AT, type SmallFlow, smallFlow, uploadPdf } from "../fixtures/small-flow.ts";
import { downgradeWorkspace } from "../harness/downgrade-workspace.ts";
import { must, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";

let workspace: TestWorkspace;
beforeEach(async () => {
  workspace = await testWorkspace();
});
afterEach(() => workspace.dispose());

const draft = async (title: string, flow: Partial<SmallFlow> = {}) => {
  const documentId = await uploadPdf(workspace.host);
  const text = smallFlow({ documentId, ...flow }).replace(/^title: .*$/m, `title: ${title}`);
  return must(await workspace.host.drafts.createFromText({ text })).id;
};
const run = async (title: string, flow: Partial<SmallFlow> = {}) => {
  const id = await draft(title, flow);
  return must(await workspace.host.drafts.start(id, { clock: { virtual: "new", at: AT }, copies: true })).id;
};
const called = { mail: "message mail", callback: "callback", invitation: "invitation inbjudan", email: "e-mail" };
const found = (typed: string): readonly Hit[] => workspace.host.search.find(typed, called).hits;
const named = (typed: string, kind: Hit["kind"]) =>
  found(typed).flatMap((hit) => (hit.kind === kind ? [hit.name] : []));

describe("a search by name", () => {
  test("finds a flow, its run, the people in it, its document, their mail and its callbacks", async () => {
    const id = await run("Lease of Ågatan 4");
    expect(found("ågatan").map(({ kind, name, instanceId }) => [kind, name, instanceId])).toEqual([
      ["flow", "Lease of Ågatan 4", null],
      ["run", "Lease of Ågatan 4", id],
      ["mail", "Lease of Ågatan 4", id],
      ["mail", "Lease of Ågatan 4", id],
    ]);
    expect(found("alice").map(({ kind, instanceId }) => [kind, instanceId])).toContainEqual(["person", id]);
    expect(
      found("ALICE")
        .filter(({ kind }) => kind === "mail")
        .map(({ detail }) => detail),
    ).toContain("alice");
    // Mails of one subject are told apart by their times.
    expect(found("ågatan").flatMap(({ kind, at }) => (kind === "mail" ? [typeof at] : []))).toEqual([
      "number",
      "number",
    ]);
    expect(found("contract.pdf").map(({ kind, instanceId }) => [kind, instanceId])).toEqual([["document", id]]);
    expect(found("status_changed").map(({ kind, instanceId }) => [kind, instanceId])).toContainEqual(["callback", id]);
  });

  test("wants every word, in any order, as a part of the name", async () => {
    await draft("Board resolution on shares");
    await draft("Board resolution on budgets");
    expect(named("shares board", "flow")).toEqual(["Board resolution on shares"]);
    expect(named("olution", "flow")).toHaveLength(2);
    expect(named("shares budgets", "flow")).toEqual([]);
  });

  test("forgives typing errors where no name has the words, and does not guess further", async () => {
    await draft("Board resolution on shares");
    expect(named("resoltuion", "flow")).toEqual(["Board resolution on shares"]);
    expect(named("baord resoluton", "flow")).toEqual(["Board resolution on shares"]);
    expect(named("bread revolution", "flow")).toEqual([]);
  });

  test("words may stand in different fields: a kind of thing, a person, a title of a run, a kind of message", async () => {
    const lease = await run("Lease of Ågatan 4");
    await run("Purchase order");
    const places = (typed: string) => [...new Set(found(typed).map(({ kind, instanceId }) => `${kind} ${instanceId}`))];
    expect(places("alice ågatan")).toEqual([`person ${lease}`, `mail ${lease}`]);
    for (const typed of ["mail alice ågatan", "Ågatan invitation", "inbjudan ågatan", "e-mail lease"])
      expect(places(typed), typed).toEqual([`mail ${lease}`]);
    expect(places("callback ågatan")).toEqual([`callback ${lease}`]);
    expect(places("contract lease")).toEqual([`document ${lease}`]);
    expect(workspace.host.search.find("alice ågatan").alike).toBe(false);
    expect(workspace.host.search.find("mail lease").hits).toEqual([]);
    expect(found("alice order lease")).toEqual([]);
  });

  test("two letters find what begins with them", async () => {
    await draft("Board resolution");
    expect(named("bo", "flow")).toEqual(["Board resolution"]);
    expect(named("rd", "flow")).toEqual([]);
  });

  test("a run is found by the beginning of its id", async () => {
    const id = await run("Lease");
    expect(found(id.slice(0, 13)).map((hit) => hit.id)).toEqual([id]);
  });

  test("follows a new title, and forgets what is archived", async () => {
    const id = await draft("Lease");
    const { revision, text } = must(workspace.host.drafts.get(id));
    const changed = text.replace("title: Lease", "title: Tenancy");
    must(await workspace.host.drafts.saveText(id, changed, revision));
    expect(named("lease", "flow")).toEqual([]);
    expect(named("tenancy", "flow")).toEqual(["Tenancy"]);
    must(await workspace.host.drafts.setArchived(id, true));
    expect(named("tenancy", "flow")).toEqual([]);
  });

  describe("people of flows that never ran", () => {
    const whom = (typed: string) =>
      found(typed).flatMap(({ kind, name, flow }) => (kind === "person" ? [[name, flow?.title ?? null]] : []));
    const change = async (id: string, edit: (text: string) => string) =>
      must(await workspace.host.drafts.saveText(id, edit(must(workspace.host.drafts.get(id)).text)));

    test("are found by name, address and number, with a typing error too, with the flow that they are in", async () => {
      const id = await draft("Lease");
      await change(id, (text) => text.replace("id: bob@example.test", "id: bob.carlsson@example.test"));
      expect(found("bob").filter(({ kind }) => kind === "person")).toEqual([
        {
          ...{ kind: "person", id: `${id}/bob`, name: "bob", detail: "bob.carlsson@example.test, +46701740605" },
          ...{ instanceId: null, flow: { id, title: "Lease" }, status: null, at: null },
        },
      ]);
      for (const typed of ["carlsson", "701740", "bob +46", "CARLSSON bob", "carlson"])
        expect(whom(typed), typed).toEqual([["bob", "Lease"]]);
    });

    test("are told of once where a run of the flow has them, and beside many of runs there is room for two", async () => {
      const id = await draft("Lease");
      const start = () => workspace.host.drafts.start(id, { clock: { virtual: "new", at: AT }, copies: true });
      must(await start());
      expect(whom("alice")).toEqual([["alice", null]]);
      for (const title of ["One", "Two", "Three"]) await draft(title);
      for (let n = 0; n < 5; n += 1) must(await start());
      expect(whom("alice")).toEqual([
        ...[null, null, null].map((none) => ["alice", none]),
        ...["Three", "Two"].map((title) => ["alice", title]),
      ]);
    });

    test("follow the text, stay while it does not parse, and go with the flow; an undone deletion brings them back", async () => {
      const id = await draft("Lease");
      await change(id, (text) => text.replaceAll("bob", "wilma"));
      expect([whom("bob"), whom("wilma")]).toEqual([[], [["wilma", "Lease"]]]);
      await change(id, (text) => `${text}\nprocess: [`);
      expect(whom("wilma")).toEqual([["wilma", "Lease"]]);
      must(await workspace.host.drafts.setArchived(id, true));
      expect(whom("wilma")).toEqual([]);
      must(await workspace.host.drafts.setArchived(id, false));
      const { key } = must(workspace.host.drafts.get(id));
      must(await workspace.host.drafts.removeForNow(id, null));
      expect(whom("wilma")).toEqual([]);
      must(await workspace.host.drafts.bringBack(id, key));
      expect(whom("wilma")).toEqual([["wilma", "Lease"]]);
      must(await workspace.host.drafts.remove(id));
      const db = new Database(path.join(workspace.dir, "countersign.db"), { readonly: true });
      expect(db.prepare("SELECT * FROM names WHERE folded LIKE '%wilma%'").all()).toEqual([]);
      expect(db.prepare(`SELECT * FROM draft_people WHERE draftId = ${id}`).all()).toEqual([]);
      db.close();
    });
  });

  test("without a word there are the most recent flows and runs", async () => {
    await run("Lease");
    const kinds = new Set(found("  ").map(({ kind }) => kind));
    expect(kinds).toEqual(new Set(["flow", "run"]));
  });

  test.each([
    '"',
    "folded:",
    "NEAR(a b)",
    "a* OR b",
    "%_",
    "\u0000",
    "-",
    "'); DROP TABLE names; --",
    "x".repeat(5000),
  ])("what is typed is text, never a query: %j", async (typed) => {
    await draft("Lease");
    expect(found(typed)).toEqual([]);
    expect(named("lease", "flow")).toEqual(["Lease"]);
  });

  test("G11: a deleted run leaves no name; one that others have stays", async () => {
    const [first, second] = [await run("Zebrafish"), await run("Zebrafish")];
    const names = () => {
      const db = new Database(path.join(workspace.dir, "countersign.db"), { readonly: true });
      const { n } = db.prepare("SELECT count(*) AS n FROM names WHERE kind = 'run' AND folded = 'zebrafish'").get() as {
        n: number;
      };
      db.close();
      return n;
    };
    const remove = async (id: string) => {
      must(await workspace.host.instances.cancel(id));
      must(await workspace.host.instances.trash(id));
      expect(
        found("zebrafish")
          .filter(({ instanceId }) => instanceId === id && instanceId !== null)
          .map(({ kind }) => kind),
      ).not.toContain("run");
      must(await workspace.host.instances.remove(id));
    };
    await remove(first);
    expect(names()).toBe(1);
    expect(named("zebrafish", "run")).toHaveLength(1);
    await remove(second);
    expect(names()).toBe(0);
    expect(found("zebrafish").map(({ kind }) => kind)).toEqual(["flow", "flow"]);
  });

  test("the names of an earlier release's workspace are found after its upgrade", async () => {
    const id = await run("Lease of Ågatan 4");
    const never = await draft("Never ran");
    const text = must(workspace.host.drafts.get(never)).text.replaceAll("bob", "wilma");
    must(await workspace.host.drafts.saveText(never, text));
    const before = ["wilma", "alice", "ågatan", "contract.pdf", "status_changed"].map(found);
    await workspace.host.close();
    downgradeWorkspace(workspace.dir);
    await workspace.reopen();
    expect(before[0]?.map(({ flow }) => flow?.id)).toEqual([never]);
    expect(before[1]?.map(({ instanceId }) => instanceId)).toContain(id);
    expect(["wilma", "alice", "ågatan", "contract.pdf", "status_changed"].map(found)).toEqual(before);
  });
});
