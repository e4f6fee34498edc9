import { create, type StoreApi, type UseBoundStore } from "zustand";
import type { BridgeError, OutputOf } from "../../../src-shared/bridge/index.ts";
import { type CompanionName, companionNames } from "../../../src-shared/foresight/index.ts";
import { host, notifyOutcome } from "../../app/index.ts";
import { translate } from "../../components/index.ts";
import type { Journal, Version } from "./journal.ts";
import { createTextJournal, type TextJournal } from "./text-journal.ts";

type Draft = OutputOf<"drafts.get">;

export interface DraftState {
  readonly draft: Draft | null;
  /** The journal of the flow's text. */
  readonly journal: Journal | null;
  readonly companions: Readonly<Record<CompanionName, Journal | null>>;
  readonly failure: BridgeError | null;
}

/** A text of a draft. */
export type DraftPart = "text" | CompanionName;
export const draftParts: readonly DraftPart[] = ["text", ...companionNames];

/** One open draft: its texts, and their transfer to the host. */
export type DraftStore = ReturnType<typeof createDraftStore>;

/** A part's journal in the state of its draft. */
export const journalOf = ({ journal, companions }: DraftState, part: DraftPart): Journal | null =>
  part === "text" ? journal : companions[part];

interface Journaled {
  readonly id: string;
  readonly key: () => string;
  /** Requests the host's draft. */
  readonly find: () => void;
}

/** The journals of a draft's texts, which share one revision counter. */
function createJournals(useStore: UseBoundStore<StoreApi<DraftState>>, { id, key, find }: Journaled) {
  const journals: Readonly<Record<DraftPart, TextJournal>> = {
    text: journalFor("text"),
    expectations: journalFor("expectations"),
    scenarios: journalFor("scenarios"),
  };
  const each = (act: (journal: TextJournal, part: DraftPart) => void) => {
    for (const part of draftParts) act(journals[part], part);
  };

  function journalFor(part: DraftPart): TextJournal {
    const place = {
      read: () => journalOf(useStore.getState(), part),
      write: (journal: Journal) =>
        useStore.setState(({ companions }) =>
          part === "text" ? { journal } : { companions: { ...companions, [part]: journal } },
        ),
      follow: (changed: () => void) => useStore.subscribe(changed),
    };
    return createTextJournal(place, {
      save: (text, baseRevision) =>
        part === "text"
          ? host.call("drafts.save", { id, key: key(), text, baseRevision })
          : host.call("drafts.saveCompanion", { id, key: key(), name: part, text, baseRevision }),
      // No sync changes the companion texts.
      typing: () => part === "text" && void host.call("drafts.typing", { id, key: key() }),
      find,
      saved: (revision) => notifyOthers(part, revision),
    });
  }

  /** The draft's revision counts the writes of all its texts: the others keep their text, based on the new revision. */
  function notifyOthers(part: DraftPart, revision: number) {
    each((journal, other) => {
      const base = journalOf(useStore.getState(), other)?.base;
      if (other !== part && base?.revision === revision - 1)
        journal.dispatch({ type: "found", version: { text: base.text, revision } });
    });
  }

  return { journals, each };
}

export function createDraftStore(id: string) {
  const useStore = create<DraftState>()(() => ({
    draft: null,
    journal: null,
    companions: { expectations: null, scenarios: null },
    failure: null,
  }));
  const key = () => useStore.getState().draft?.key ?? "";
  const { journals, each } = createJournals(useStore, { id, key, find: () => void find() });

  /** Passes the host's text to each journal. */
  function found(draft: Draft) {
    useStore.setState({ draft });
    each((journal, part) => journal.dispatch({ type: "found", version: versionOf(draft, part) }));
  }

  async function find() {
    const answer = await host.call("drafts.get", { id });
    if (!answer.ok) return each((journal) => journal.refuse(answer.error));
    if (answer.value.key !== key()) return each((journal) => journal.sendAgain());
    found(answer.value);
  }

  let opening: Promise<void> | null = null;

  /** One at a time: a second answer would overwrite text typed since the first. */
  function open(): Promise<void> {
    opening ??= readAll().finally(() => {
      opening = null;
    });
    return opening;
  }

  async function readAll() {
    const answer = await host.call("drafts.get", { id });
    if (!answer.ok) return useStore.setState({ failure: answer.error });
    const draft = answer.value;
    useStore.setState({ draft, failure: null });
    // The flow's text last: after it, all texts are saved.
    for (const part of draftParts.toReversed()) journals[part].open(versionOf(draft, part), keptUnder(draft.key, part));
  }

  /** Follows the host until the returned function is called; unsent text stays on this page's disk. */
  function start() {
    void open();
    const isSaving = () => draftParts.some((part) => journalOf(useStore.getState(), part)?.phase === "saving");
    const endChanges = host.onChange((notice) => {
      if (notice.kind === "draft" && notice.id === id && !isSaving()) void find();
    });
    const endConnection = host.onConnection((connected) => {
      if (!connected) return;
      if (useStore.getState().journal) each((journal) => journal.dispatch({ type: "connected" }));
      else void open();
    });
    const remember = () => each((journal) => journal.remember());
    window.addEventListener("pagehide", remember);
    return () => {
      each((journal) => journal.leave());
      window.removeEventListener("pagehide", remember);
      endChanges();
      endConnection();
    };
  }

  return {
    id,
    /** Identifies the draft in every workspace; known once it is open. */
    key,
    useStore,
    /** To the flow's text. */
    dispatch: journals.text.dispatch,
    part: (part: DraftPart) => journals[part],
    start,
    reopen: () => void open(),
    /** The host has replaced all texts: a version was restored, or the file's version taken. */
    found,
    keepStepsBy: journals.text.keepStepsBy,
    /** Resolves when the host has the current texts; false if it lacks one. */
    async flush(): Promise<boolean> {
      // One after the other: each is based on the revision that the previous one has made.
      for (const part of draftParts) if (!(await journals[part].flush())) return false;
      return true;
    },
  };
}

const versionOf = (draft: Draft, part: DraftPart): Version => ({ text: draft[part], revision: draft.revision });

/** The name of a text's copies on this page's own disk. */
export const keptUnder = (draftKey: string, part: DraftPart): string =>
  part === "text" ? draftKey : `${draftKey}.${part}`;

/** The host's version once it is the current text; null on failure, with a notification titled `failed`. */
export async function flushOrNotify({ flush, useStore }: DraftStore, failed: string): Promise<Version | null> {
  const error = (await flush()) ? null : { message: translate("versions.notSaved") };
  return notifyOutcome(failed, error) ? (useStore.getState().journal?.base ?? null) : null;
}
