import { history, isolateHistory, undo } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { DraftStore } from "../../src-renderer/authoring/session/draft-store.ts";
import type { InputOf, ProcedureName } from "../../src-shared/bridge/index.ts";
import { testBridge } from "../harness/bridge.ts";
import { must, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";

/** Two workspaces, one after the other at one address: a page of either has the same disk. */
let workspaces: readonly TestWorkspace[];
let served: TestWorkspace;
let disk: Map<string, string>;
/** What the open page listens to. */
let page: EventTarget;
const left: (() => void)[] = [];
const asked = new Set<Promise<unknown>>();

beforeEach(async () => {
  workspaces = await Promise.all([testWorkspace(), testWorkspace()]);
  disk = new Map();
  page = new EventTarget();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => disk.get(key) ?? null,
    setItem: (key: string, value: string) => disk.set(key, value),
    removeItem: (key: string) => disk.delete(key),
  });
  const countersign = {
    call(name: ProcedureName, input: InputOf<ProcedureName>) {
      const answer = testBridge(served.host).ask(name, input);
      asked.add(answer);
      return answer.finally(() => asked.delete(answer));
    },
    onChange: () => () => undefined,
  };
  const later = (act: () => void, ms: number) => {
    const timer = setTimeout(act, ms);
    left.push(() => clearTimeout(timer));
    return timer;
  };
  vi.stubGlobal("window", Object.assign(page, { countersign, setTimeout: later, clearTimeout }));
});
afterEach(async () => {
  for (const leave of left.splice(0)) leave();
  await vi.waitUntil(() => asked.size === 0);
  // A page that is left may still have a timer for its disk.
  for (const end of left.splice(0)) end();
  vi.unstubAllGlobals();
  await Promise.all(workspaces.map((workspace) => workspace.dispose()));
});

/** A page that has the first draft of what is served now. */
async function open(): Promise<DraftStore> {
  vi.resetModules();
  const { createDraftStore } = await import("../../src-renderer/authoring/session/draft-store.ts");
  const store = createDraftStore("1");
  left.push(store.start());
  await vi.waitUntil(() => store.useStore.getState().journal !== null);
  return store;
}

/** The same with its session. */
async function openSession() {
  vi.resetModules();
  const { createSession } = await import("../../src-renderer/authoring/session/session.ts");
  const session = createSession("1");
  const store = session.draft;
  left.push(store.start());
  await vi.waitUntil(() => store.useStore.getState().journal !== null);
  return { session, store };
}

test("promise 2: what one workspace's draft has unsent is never sent to the draft of that number of another", async () => {
  const [first, second] = workspaces as readonly [TestWorkspace, TestWorkspace];
  for (const { host } of workspaces) must(await host.drafts.createFromText({ text: "title: Mine\n" }));
  served = first;
  const closed = await open();
  closed.dispatch({ type: "typed", text: "title: Unsent\n" });
  page.dispatchEvent(new Event("pagehide"));

  served = second;
  const opened = await open();
  expect(opened.useStore.getState().journal).toMatchObject({ phase: "saved" });
  expect(await closed.flush()).toBe(false);
  expect(closed.useStore.getState().journal).toMatchObject({ phase: "failed", text: "title: Unsent\n" });
  expect(must(second.host.drafts.get("1")).text).not.toContain("Unsent");

  served = first;
  const again = await open();
  expect(await again.flush()).toBe(true);
  expect(must(first.host.drafts.get("1")).text).toBe("title: Unsent\n");
});

test("promise 2: a draft is read once when it opens, so the first key typed stays", async () => {
  const [first] = workspaces as readonly [TestWorkspace, TestWorkspace];
  must(await first.host.drafts.createFromText({ text: "title: Mine\n" }));
  served = first;
  vi.resetModules();
  const { createDraftStore } = await import("../../src-renderer/authoring/session/draft-store.ts");
  const store = createDraftStore("1");
  const endTyping = store.useStore.subscribe(({ journal }) => {
    if (!journal) return;
    endTyping();
    store.dispatch({ type: "typed", text: "title: M\n" });
  });
  left.push(store.start());
  await vi.waitUntil(() => asked.size === 0);
  expect(store.useStore.getState().journal).toMatchObject({ text: "title: M\n" });
});

test("promise 2: a page that crashes has its steps of undo beside its text, kept here or sent", async () => {
  const [first] = workspaces as readonly [TestWorkspace, TestWorkspace];
  must(await first.host.drafts.createFromText({ text: "title: Mine\n" }));
  served = first;
  const store = await open();
  const { keepUndo, keptUndo, undoFields } = await import("../../src-renderer/authoring/session/undo-memory.ts");
  const { keepsWritten } = await import("../../src-renderer/authoring/session/line-ends.ts");
  let state = EditorState.create({ doc: "title: Mine\n", extensions: [history(), keepsWritten("title: Mine\n")] });
  store.keepStepsBy(() => keepUndo(store.key(), state));
  left.unshift(() => store.keepStepsBy(null));
  const undone = (text: string) => {
    const kept = keptUndo(store.key(), text);
    if (kept === null) return null;
    const again = EditorState.fromJSON(kept, { extensions: history() }, undoFields);
    let before = "";
    undo({ state: again, dispatch: (transaction) => (before = transaction.newDoc.toString()) });
    return before;
  };

  state = state.update({ changes: { from: 0, insert: "# A\n" } }).state;
  store.dispatch({ type: "typed", text: state.doc.toString() });
  await vi.waitUntil(() => [...disk.keys()].some((key) => key.includes("journal")));
  expect(undone("# A\ntitle: Mine\n")).toBe("title: Mine\n");

  // Sent before the pause is over.
  state = state.update({ changes: { from: 0, insert: "# B\n" }, annotations: isolateHistory.of("full") }).state;
  store.dispatch({ type: "typed", text: state.doc.toString() });
  store.dispatch({ type: "save" });
  expect(undone("# B\n# A\ntitle: Mine\n")).toBe("# A\ntitle: Mine\n");
});

test("promise 2: a companion is saved by itself, beside the flow's text, and neither is in the other's way", async () => {
  const [first] = workspaces as readonly [TestWorkspace, TestWorkspace];
  const companions = { expectations: "expect: []\n", scenarios: "" };
  must(await first.host.drafts.createFromText({ text: "title: Mine\n", companions }));
  served = first;
  const { session, store } = await openSession();
  const expectations = session.companion("expectations");
  const comment = { range: { from: 0, to: 0 }, insert: "# ours\n" };
  expect(expectations.applyEdits("another text", [comment])).toBe(false);
  expect(expectations.applyEdits("expect: []\n", [comment])).toBe(true);
  store.dispatch({ type: "typed", text: "title: Ours\n" });
  session.companion("scenarios").applyEdits("", [{ range: { from: 0, to: 0 }, insert: "scenarios: []\n" }]);
  expect(await store.flush()).toBe(true);
  const stored = () => {
    const { text, expectations: expected, scenarios } = must(first.host.drafts.get("1"));
    return [text, expected, scenarios];
  };
  expect(stored()).toEqual(["title: Ours\n", "# ours\nexpect: []\n", "scenarios: []\n"]);

  // The last edit first, wherever it was made.
  expect([session.undo(), session.companion("scenarios").text()]).toEqual([true, ""]);
  expect([session.undo(), expectations.text(), session.undo()]).toEqual([true, "expect: []\n", false]);
  expect([session.redo(), expectations.text()]).toEqual([true, "# ours\nexpect: []\n"]);
  expect(await store.flush()).toBe(true);
  expect(stored()).toEqual(["title: Ours\n", "# ours\nexpect: []\n", ""]);

  // Its steps of undo survive the page.
  const again = (await openSession()).session;
  expect([again.undo(), again.companion("expectations").text()]).toEqual([true, "expect: []\n"]);
});

test("promise 2: expectations that another window changed meanwhile are a conflict, and the flow's text is none", async () => {
  const [first] = workspaces as readonly [TestWorkspace, TestWorkspace];
  const { id } = must(await first.host.drafts.createFromText({ text: "title: Mine\n" }));
  served = first;
  const { session, store } = await openSession();
  const write = (insert: string) => {
    const companion = session.companion("expectations");
    companion.applyEdits(companion.text(), [{ range: { from: 0, to: companion.text().length }, insert }]);
  };
  must(await first.host.drafts.saveCompanion(id, "scenarios", "theirs: 1\n"));
  write("mine: 1\n");
  store.dispatch({ type: "typed", text: "title: Ours\n" });
  expect(await store.flush()).toBe(true);
  expect(session.companion("scenarios").text()).toBe("theirs: 1\n");

  must(await first.host.drafts.saveCompanion(id, "expectations", "theirs: 2\n"));
  write("mine: 2\n");
  expect(await store.flush()).toBe(false);
  const { journal, companions } = store.useStore.getState();
  expect([journal?.phase, companions.expectations?.phase]).toEqual(["saved", "conflict"]);
  store.part("expectations").dispatch({ type: "take_theirs" });
  expect(session.companion("expectations").text()).toBe("theirs: 2\n");
  session.undo();
  expect(session.companion("expectations").text()).toBe("mine: 2\n");
  expect(await store.flush()).toBe(true);
});

test("promise 2: what a page had unsent of the expectations is no conflict where only the flow's text was changed", async () => {
  const [first] = workspaces as readonly [TestWorkspace, TestWorkspace];
  const { id, key } = must(await first.host.drafts.createFromText({ text: "title: Mine\n" }));
  served = first;
  const { fingerprint } = await import("../../src-renderer/authoring/session/undo-memory.ts");
  must(await first.host.drafts.saveText(id, "title: Theirs\n"));
  const kept = { text: "expect: []\n", baseRevision: 1, of: fingerprint("") };
  disk.set(`countersign.journal.${key}.expectations`, JSON.stringify(kept));
  const { store } = await openSession();
  expect(await store.flush()).toBe(true);
  expect(must(first.host.drafts.get(id))).toMatchObject({ text: "title: Theirs\n", expectations: "expect: []\n" });
});

test("Y3: the host hears at the first key that somebody types, before anything is saved", async () => {
  const [first] = workspaces as readonly [TestWorkspace, TestWorkspace];
  must(await first.host.drafts.createFromText({ text: "title: Mine\n" }));
  served = first;
  const typing = vi.spyOn(first.host.drafts, "noteTyping");
  const store = await open();
  store.dispatch({ type: "typed", text: "title: Min\n" });
  store.dispatch({ type: "typed", text: "title: Mi\n" });
  expect(typing.mock.calls).toEqual([[store.key()]]);
  expect(await store.flush()).toBe(true);
  store.dispatch({ type: "typed", text: "title: M\n" });
  expect(typing.mock.calls).toEqual([[store.key()], [store.key()]]);
  store.part("scenarios").dispatch({ type: "typed", text: "scenarios: []\n" });
  expect(typing.mock.calls.length).toBe(2);
});
