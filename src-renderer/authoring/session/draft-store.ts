import { create, type StoreApi, type UseBoundStore } from "zustand";
import type { BridgeError, OutputOf } from "../../../src-shared/bridge/index.ts";
import { host, tellError } from "../../app/index.ts";
import { translate } from "../../components/index.ts";
import { type Journal, type JournalEvent, openJournal, type Step, stepJournal, type Version } from "./journal.ts";
import { type KeptOnDisk, keptTextOf } from "./kept-text.ts";
import { isTooLong } from "./text-limit.ts";

type Draft = OutputOf<"drafts.get">;

export interface DraftState {
  readonly draft: Draft | null;
  readonly journal: Journal | null;
  readonly failure: BridgeError | null;
}

const PAUSE_MS = 500;
/** A disk that is full or away is tried again by itself. */
const AGAIN_MS = 5_000;

/** One open draft: its text, and the way to the host. */
export type DraftStore = ReturnType<typeof createDraftStore>;

export function createDraftStore(id: string) {
  const useStore = create<DraftState>()(() => ({ draft: null, journal: null, failure: null }));
  /** By the draft's key, which only the host can tell. */
  let onDisk: KeptOnDisk | null = null;
  let timer: number | undefined;
  let rememberTimer: number | undefined;
  let keepSteps: (() => void) | null = null;

  function dispatch(event: JournalEvent) {
    const { journal } = useStore.getState();
    if (journal) enact(stepJournal(journal, event));
  }

  function enact({ journal, effects }: Step) {
    useStore.setState({ journal });
    for (const effect of effects) {
      if (effect === "later") schedule(PAUSE_MS);
      else if (effect === "again") schedule(AGAIN_MS);
      else if (effect === "send") void send(journal);
      else if (effect === "find") void find();
      else if (effect === "forget") forget();
      else rememberSoon();
    }
  }

  function schedule(pause: number) {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => dispatch({ type: "save" }), pause);
  }

  /** Writing to the page's disk on every key would be felt: a fifth of a second of typing is what a crash may cost, less than one of a long text. */
  function rememberSoon() {
    const long = (useStore.getState().journal?.text.length ?? 0) > 50_000;
    rememberTimer ??= window.setTimeout(remember, long ? 800 : 200);
  }

  function remember() {
    window.clearTimeout(rememberTimer);
    rememberTimer = undefined;
    const { journal } = useStore.getState();
    if (!journal || isTooLong(journal.text)) return;
    keepSteps?.();
    if (journal.phase !== "saved") onDisk?.keep({ text: journal.text, baseRevision: journal.base.revision });
  }

  /** The host has the text. The steps of undo that lead to it are kept all the same. */
  function forget() {
    onDisk?.forget();
    if (keepSteps) rememberSoon();
  }

  async function send(journal: Journal) {
    // Whatever ends first, this page or the answer: the text that the host may have has its steps of undo beside it.
    remember();
    const { text, base } = journal;
    const { key = "" } = useStore.getState().draft ?? {};
    const answer = await host.call("drafts.save", { id, key, text, baseRevision: base.revision });
    dispatch(answer.ok ? { type: "saved", revision: answer.value.revision } : { type: "refused", error: answer.error });
  }

  async function find() {
    const answer = await host.call("drafts.get", { id });
    if (!answer.ok) return dispatch({ type: "refused", error: answer.error });
    const { draft, journal } = useStore.getState();
    // The host has another workspace by now, with another draft of this number: a save is told so.
    if (answer.value.key !== draft?.key) return journal?.phase === "saving" ? send(journal) : undefined;
    useStore.setState({ draft: answer.value });
    dispatch({ type: "found", version: answer.value });
  }

  async function open() {
    const answer = await host.call("drafts.get", { id });
    if (!answer.ok) return useStore.setState({ failure: answer.error });
    useStore.setState({ draft: answer.value, failure: null });
    onDisk = keptTextOf(answer.value.key);
    enact(openJournal(answer.value, onDisk.read()));
  }

  /** Follows the host until the returned function is called; what is not yet sent stays on this page's disk. */
  function start() {
    void open();
    const endChanges = host.onChange((notice) => {
      if (notice.kind === "draft" && notice.id === id && useStore.getState().journal?.phase !== "saving") void find();
    });
    const endConnection = host.onConnection((connected) => {
      if (!connected) return;
      if (useStore.getState().journal) dispatch({ type: "connected" });
      else void open();
    });
    window.addEventListener("pagehide", remember);
    return () => {
      remember();
      window.clearTimeout(timer);
      dispatch({ type: "save" });
      window.removeEventListener("pagehide", remember);
      endChanges();
      endConnection();
    };
  }

  return {
    id,
    /** Names the draft in every workspace; known once it is open. */
    key: () => useStore.getState().draft?.key ?? "",
    useStore,
    dispatch,
    start,
    reopen: () => void open(),
    /** `keep` writes the steps of undo to this page's disk, whenever the text that they lead to goes there or to the host. */
    keepStepsBy(keep: (() => void) | null) {
      keepSteps = keep;
    },
    /** Resolves when the present text is with the host; false if it is not. */
    flush() {
      dispatch({ type: "save" });
      return settled(useStore);
    },
  };
}

/** The host's version once it is the present text; null, and `failed` told, if it is not to be had. */
export async function flushOrTell({ flush, useStore }: DraftStore, failed: string): Promise<Version | null> {
  if (await flush()) return useStore.getState().journal?.base ?? null;
  tellError(failed, { message: translate("versions.notSaved") });
  return null;
}

/** Whether the text is with the host, as soon as that is known. */
function settled(useStore: UseBoundStore<StoreApi<DraftState>>): Promise<boolean> {
  return new Promise((resolve) => {
    const done = ({ journal }: DraftState) => {
      if (!journal || journal.phase === "saving" || journal.phase === "dirty") return false;
      resolve(journal.phase === "saved");
      return true;
    };
    if (done(useStore.getState())) return;
    const end = useStore.subscribe((state) => {
      if (done(state)) end();
    });
  });
}
