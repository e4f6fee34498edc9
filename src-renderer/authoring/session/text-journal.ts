import type { BridgeError, Result } from "../../../src-shared/bridge/index.ts";
import { type Journal, type JournalEvent, openJournal, type Step, stepJournal, type Version } from "./journal.ts";
import { type KeptOnDisk, keptTextOf } from "./kept-text.ts";
import { isTooLong } from "./text-limit.ts";
import { fingerprint } from "./undo-memory.ts";

const PAUSE_MS = 500;
/** Longest interval between two typing notices to the host. */
const TELL_MS = 1_000;
/** A disk that is full or away is retried automatically. */
const AGAIN_MS = 5_000;

/** The phases in which an answer of the host is still expected. */
const UNSETTLED: ReadonlySet<Journal["phase"]> = new Set(["dirty", "saving"]);

interface JournalPlace {
  readonly read: () => Journal | null;
  readonly write: (journal: Journal) => void;
  /** Called after every change; the returned function ends it. */
  readonly follow: (changed: () => void) => () => void;
}

interface JournalWork {
  /** Saves the text to the host. */
  readonly save: (text: string, baseRevision: number) => Promise<Result<{ readonly revision: number }>>;
  /** Tells the host that text typed here is not saved yet. */
  readonly typing: () => unknown;
  /** Fetches the host's current texts and passes each journal its own. */
  readonly find: () => void;
  /** The host has the text, at this revision of the draft. */
  readonly saved: (revision: number) => void;
}

/** One text of a draft, and its transfer to the host. */
export type TextJournal = ReturnType<typeof createTextJournal>;

/** Carries out the effects of the journal's pure step (`journal.ts`). */
export function createTextJournal(place: JournalPlace, work: JournalWork) {
  const pageCopy = createPageCopy(place.read);
  let timer: number | undefined;
  let toldAt = Number.NEGATIVE_INFINITY;

  function dispatch(event: JournalEvent) {
    const journal = place.read();
    if (journal) enact(stepJournal(journal, event));
  }

  function enact({ journal, effects }: Step) {
    place.write(journal);
    for (const effect of effects) {
      if (effect === "later") saveSoon();
      else if (effect === "again") schedule(AGAIN_MS);
      else if (effect === "send") void send(journal);
      else if (effect === "find") work.find();
      else if (effect === "forget") pageCopy.forget();
      else pageCopy.rememberSoon();
    }
  }

  function saveSoon() {
    schedule(PAUSE_MS);
    if (performance.now() - toldAt < TELL_MS) return;
    toldAt = performance.now();
    work.typing();
  }

  function schedule(pause: number) {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => dispatch({ type: "save" }), pause);
  }

  async function send({ text, base }: Journal) {
    // Whichever ends first, this page or the answer: the text that the host may have is stored with its undo history.
    pageCopy.remember();
    // The host takes the save as the end of typing, so further typing is announced again.
    toldAt = Number.NEGATIVE_INFINITY;
    const answer = await work.save(text, base.revision);
    if (!answer.ok) return refuse(answer.error);
    dispatch({ type: "saved", revision: answer.value.revision });
    work.saved(answer.value.revision);
  }

  function refuse(error: BridgeError) {
    dispatch({ type: "refused", error });
  }

  return {
    dispatch,
    refuse,
    /** @param keptUnder names the text on this page's own disk, in any workspace */
    open(version: Version, keptUnder: string) {
      const kept = pageCopy.open(keptUnder);
      // Another text of the draft may have made the newer revision.
      const isSame = kept?.of === fingerprint(version.text);
      enact(openJournal(version, kept && (isSame ? { ...kept, baseRevision: version.revision } : kept)));
    },
    /** The host now has another draft with this number: a pending save gets that answer. */
    sendAgain() {
      const journal = place.read();
      if (journal?.phase === "saving") void send(journal);
    },
    /** Writes unsent text to this page's disk. */
    remember: pageCopy.remember,
    /** Sends the rest; unsent text stays on this page's disk. */
    leave() {
      pageCopy.remember();
      window.clearTimeout(timer);
      dispatch({ type: "save" });
    },
    keepStepsBy: pageCopy.keepStepsBy,
    /** Resolves when the host has the current text; false if it does not. */
    flush(): Promise<boolean> {
      dispatch({ type: "save" });
      return new Promise((resolve) => {
        const isDone = () => {
          const journal = place.read();
          if (!journal || UNSETTLED.has(journal.phase)) return false;
          resolve(journal.phase === "saved");
          return true;
        };
        if (isDone()) return;
        const end = place.follow(() => {
          if (isDone()) end();
        });
      });
    },
  };
}

/** A text's copy on this page's disk, with its undo history, while the host may lack it. */
function createPageCopy(read: () => Journal | null) {
  let onDisk: KeptOnDisk | null = null;
  let timer: number | undefined;
  let keepSteps: (() => void) | null = null;

  /**
   * Writing to the page's disk on every key would be noticeable. A crash may cost a fifth of a second of typing, and
   * less than a second for a long text.
   */
  function rememberSoon() {
    const long = (read()?.text.length ?? 0) > 50_000;
    timer ??= window.setTimeout(remember, long ? 800 : 200);
  }

  function remember() {
    window.clearTimeout(timer);
    timer = undefined;
    const journal = read();
    if (!journal || isTooLong(journal.text)) return;
    keepSteps?.();
    if (journal.phase === "saved") return;
    const { text, base } = journal;
    onDisk?.keep({ text, baseRevision: base.revision, of: fingerprint(base.text) });
  }

  /** The host has the text. Its undo history is kept. */
  function forget() {
    onDisk?.forget();
    if (keepSteps) rememberSoon();
  }

  return {
    remember,
    rememberSoon,
    forget,
    /** Opens the place of that name. @returns the copy found there */
    open(keptUnder: string) {
      onDisk = keptTextOf(keptUnder);
      return onDisk.read();
    },
    /** `keep` writes the undo history to this page's disk, whenever its text is written there or sent to the host. */
    keepStepsBy(keep: (() => void) | null) {
      keepSteps = keep;
    },
  };
}
