import { createContext, useContext } from "react";
import { createStore, type StoreApi, useStore } from "zustand";
import type { ParticipantPage, WireSignature } from "../../../src-shared/service/index.ts";
import { keepSame } from "../../components/basics/keep-same.ts";
import type { Answer, ParticipantApi, Problem } from "./api.ts";
import { hashOfDocument, OVERVIEW_HASH, type Place } from "./page-address.ts";
import { documentAfterAct } from "./situation.ts";

/** The participant's latest act, shown at the top of the page. */
export interface Notice {
  readonly kind: "signed" | "approved" | "declined" | "declinedAll";
  /** Title of the document; for several, the last one's. */
  readonly title: string;
  /** Documents signed or approved together (default 1). */
  readonly count?: number;
}

interface ShownNotice extends Notice {
  /** Hash of the view that shows it; other views hide it. */
  readonly at: string;
}

export interface PageState {
  /** The last good answer; stays while newer requests fail. */
  readonly page: ParticipantPage | null;
  /** Why there is no page to show. */
  readonly lost: Problem | null;
  /** The last request got no answer. */
  readonly offline: boolean;
  readonly notice: ShownNotice | null;
  /** The last signature given here: offered for the next document. */
  readonly adopted: WireSignature | null;
  /** The page's automatic redirect, right after the act that finished the stage's acts [G15]. */
  readonly leavingFor: string | null;
}

/** One participant's page: its state, and the acts that change it. */
export interface Session {
  readonly place: Place;
  readonly api: ParticipantApi;
  readonly store: StoreApi<PageState>;
  /** Requests the page again. Answers to outdated requests are dropped. */
  reload(): Promise<void>;
  /** Handles a page that the service sent unasked. A pending answer takes precedence, and is requested again. */
  sent(page: ParticipantPage): void;
  /** Handles the answer to an act; null when it worked, and the page has moved on. */
  acted(answer: Answer<null>, notice: Notice): Promise<Problem | null>;
  /** The view at `hash` is shown now. */
  viewChanged(hash: string): void;
  stay(): void;
  /** Offers the signature for the next document. */
  adopt(signature: WireSignature): void;
}

/** Answers that end the visit: the page can no longer be trusted. */
const ENDS: readonly Problem["kind"][] = [
  "invalid_authorisation",
  "insufficient_privileges",
  "resource_not_found",
  "endpoint_not_found",
];

/** Whether the visit has ended: a new request would get the same answer. */
export const isOver = ({ lost }: Pick<PageState, "lost">): boolean => lost !== null && ENDS.includes(lost.kind);

/** `show` sets the address's hash. */
export function createSession(place: Place, api: ParticipantApi, show: (hash: string) => void): Session {
  const store = createStore<PageState>()(() => ({
    page: null,
    lost: null,
    offline: false,
    notice: null,
    adopted: null,
    leavingFor: null,
  }));
  let asked = 0;
  let answered = 0;
  let newest: Promise<void> = Promise.resolve();
  const ask = async (mine: number): Promise<void> => {
    const answer = await api.page();
    // Callers whose answer was dropped wait for the newer one: a page from before an act would mislead.
    if (mine !== asked) return newest;
    answered = mine;
    store.setState((state) => after(state, answer));
  };
  const reload = (): Promise<void> => {
    asked += 1;
    newest = ask(asked);
    return newest;
  };
  return {
    place,
    api,
    store,
    reload,
    sent(page) {
      // It is unknown which of the two is older.
      if (asked !== answered) void reload();
      else store.setState((state) => after(state, { ok: true, value: page }));
    },
    async acted(answer, notice) {
      if (!answer.ok) {
        await reload();
        return answer.problem;
      }
      await reload();
      const { page } = store.getState();
      if (page?.page !== "overview") return null;
      const rejected = notice.kind === "declined" || notice.kind === "declinedAll";
      const next = documentAfterAct(page);
      const at = next === null ? OVERVIEW_HASH : hashOfDocument(next);
      store.setState({ notice: { ...notice, at }, leavingFor: rejected ? null : (page.redirect?.url ?? null) });
      show(at);
      return null;
    },
    viewChanged(hash) {
      const { notice } = store.getState();
      if (notice !== null && notice.at !== hash) store.setState({ notice: null });
    },
    stay: () => store.setState({ leavingFor: null }),
    adopt: (adopted) => store.setState({ adopted }),
  };
}

function after(state: PageState, answer: Answer<ParticipantPage>): Partial<PageState> {
  if (answer.ok) {
    const page =
      state.page !== null && sameToTheMinute(state.page, answer.value)
        ? state.page
        : keepSame(state.page, answer.value);
    // The flow's end then matters more than one's own act before it.
    const ended = statusOf(page) !== statusOf(state.page);
    return { page, lost: null, offline: false, ...(ended && { notice: null }) };
  }
  if (ENDS.includes(answer.problem.kind)) return { page: null, lost: answer.problem, offline: false };
  // An existing page stays readable while the service is away.
  return state.page === null ? { lost: answer.problem, offline: true } : { offline: true };
}

const statusOf = (page: ParticipantPage | null) => (page?.page === "overview" ? page.status : null);

/** Only the clock has moved, by less than a minute: nothing on the page would change. */
function sameToTheMinute(before: ParticipantPage, now: ParticipantPage): boolean {
  if (Math.abs(Date.parse(now.now) - Date.parse(before.now)) >= 60_000) return false;
  return JSON.stringify({ ...before, now: null }) === JSON.stringify({ ...now, now: null });
}

const SessionContext = createContext<Session | null>(null);
export const SessionProvider = SessionContext.Provider;

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("The participants' page is drawn without a session.");
  return session;
}

export const usePageState = <T>(select: (state: PageState) => T): T => useStore(useSession().store, select);
