import { setTimeout as pause } from "node:timers/promises";
import {
  type DriftAct,
  type DriftLine,
  type DriftReport,
  differencesOf,
  type NotShown,
  type Rehearsal,
  type RehearsedStep,
  type Standing,
  type StandingThere,
} from "../../../src-shared/drift/index.ts";
import { secretRef } from "../../workspace/index.ts";
import { savePoll } from "../instances/poll.ts";
import { hasRemoteId, type InstanceRun, type KnownInstance } from "../instances/save-instance.ts";
import { localFailureMessage } from "../local-failures.ts";
import { findInstance } from "../remote/instances.ts";
import { RemoteError } from "../remote/remote-error.ts";
import type { Wait } from "../remote/throttle.ts";
import { actThere, documentsSeen, openPage, type Session } from "./participant.ts";
import { whyStopped } from "./running-comparisons.ts";
import { saveDriftReport } from "./save-report.ts";

/** Wall milliseconds between polls before a difference counts: seals and the like take time. */
const SETTLING = [200, 400, 800, 1_600, 3_200];

/** Polls while a run is sealing, and their intervals in wall milliseconds: short at first, as most seals are quick. */
const SEALS = 60;
const SEAL_REST = (looks: number): number => Math.min(100 * 2 ** looks, 1_000);

export interface Comparing {
  readonly of: string;
  readonly rehearsal: Rehearsal;
  /** The key of the run on the account. */
  readonly runKey: string;
  /** Waits between polls; left out: a timer that a cancel cuts short. */
  readonly wait?: Wait | undefined;
  /** Ends it after the act that is under way. */
  readonly signal: AbortSignal;
  /** Told how it ended where that could not be kept. */
  readonly unkept: (report: DriftReport) => void;
}

/** A comparison on a run that is about to be started on an account. */
export function comparisonThere(run: InstanceRun, comparing: Comparing) {
  const there = new There(run, comparing);
  const unlessFailing = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!run.dry) await there.stopped(error instanceof RemoteError ? error.message : localFailureMessage(error));
      throw error;
    }
  };
  return {
    /** How it stands by now. */
    report: (): DriftReport => there.report("running", null),
    /** The start: what ends it ends the comparison, and stands in its report. @throws what ends it */
    starting: <T>(start: () => Promise<T>): Promise<T> =>
      unlessFailing(async () => {
        there.startGoesOut();
        return start().catch(async (error: unknown) => {
          await there.startEnded(error);
          throw error;
        });
      }),
    /**
     * Plays the scenario on the started run and compares after each act.
     * @throws RemoteError
     * @param names of documents, by their remote ids
     */
    carryOut: (names: ReadonlyMap<string, string>): Promise<DriftReport> =>
      unlessFailing(async () => {
        await there.begin(names);
        for (const step of comparing.rehearsal.steps) await there.take(step);
        return there.keep("done", null);
      }),
  };
}

class There {
  private readonly run: InstanceRun;
  private readonly given: Comparing;
  private readonly lines: DriftLine[] = [];
  private readonly shown = new Set<NotShown>();
  private readonly sessions = new Map<string, Session | string>();
  private readonly wallBegan: number;
  private names: ReadonlyMap<string, string> = new Map();
  /** What is not compared any more, and why; null: all is. */
  private lost: string | null = null;
  /** What differed after the step before. */
  private before: readonly string[] = [];
  /** The step that has gone out, and is not compared yet. */
  private sent: DriftReport["sent"];

  constructor(run: InstanceRun, given: Comparing) {
    this.run = run;
    this.given = given;
    this.wallBegan = run.workspace.clockNow();
  }

  startGoesOut(): void {
    this.sent = { step: "start" };
  }

  /** A start that was done, or perhaps, stands in the report. */
  async startEnded(error: unknown): Promise<void> {
    const row = this.run.workspace.reads.remoteInstances.get(this.given.runKey);
    // What the service refused, or never got, is known no more.
    if (row === null) this.sent = undefined;
    else if (hasRemoteId(row)) await this.noteDone("start", error);
  }

  async begin(names: ReadonlyMap<string, string>): Promise<void> {
    this.names = names;
    // Of a start that has no id nobody knows whether it was done.
    this.row();
    await this.noteAfter("start", () => this.compared("start", this.given.rehearsal.begin));
  }

  async take(step: RehearsedStep): Promise<void> {
    this.unlessStopped();
    const { words, act, here } = step;
    const why = step.why ?? this.lost;
    if (why !== null || here === null || act === null) {
      await this.note({ step: words, outcome: "not_compared", told: [why ?? ""] });
      return;
    }
    const refused = await this.carriedOut(act, step).catch(async (error: unknown) => {
      const [perhaps, why] =
        error instanceof RemoteError
          ? [error.perhapsDone, error.message]
          : [this.sent !== undefined, localFailureMessage(error)];
      this.sent = undefined;
      if (perhaps) await this.noteUncompared(words, `It was perhaps done on the account: ${why}`);
      throw error;
    });
    if (refused === null)
      return this.noteAfter(words, async () => {
        await this.answered();
        return this.compared(words, here);
      });
    this.lost = `It comes after “${words}”, which was not done on the account.`;
    await this.note({ step: words, ...refused });
  }

  /** Adds each act to the report, even if comparing it fails. @throws what ends the comparison */
  private async noteAfter(step: string, compare: () => Promise<DriftLine>): Promise<void> {
    const line = await compare().catch(async (error: unknown) => {
      await this.noteDone(step, error);
      throw error;
    });
    await this.note(line);
  }

  private noteDone(step: string, error: unknown): Promise<void> {
    const why = error instanceof RemoteError ? error.message : localFailureMessage(error);
    return this.noteUncompared(step, `It was done on the account, and could not be compared: ${why}`);
  }

  /** Whatever ends Countersign from now on, the act was done. */
  private async answered(): Promise<void> {
    if (this.sent === undefined) return;
    this.sent = { ...this.sent, answered: true };
    await this.keep("running", null);
  }

  private noteUncompared(step: string, told: string): Promise<void> {
    return this.note({ step, outcome: "not_compared", told: [told] });
  }

  /** Records an act before it is sent, so that a crash leaves it marked as possibly done. */
  private async goesOut({ words, shown }: RehearsedStep): Promise<void> {
    this.sent = { step: words, shown };
    await this.keep("running", null).catch((error: unknown) => {
      this.sent = undefined;
      throw error;
    });
  }

  private unlessStopped(): void {
    const why = whyStopped(this.given.signal);
    if (why !== null) throw why;
  }

  /** null: it was done; else what became of it. */
  private async carriedOut(act: DriftAct, step: RehearsedStep): Promise<Omit<DriftLine, "step"> | null> {
    const { client } = this.run;
    const { remoteId: id } = this.row();
    const goesOut = () => this.goesOut(step);
    const told = (outcome: DriftLine["outcome"], why: string) => ({ outcome, told: [why] });
    try {
      if (act.kind === "cancel") await client.ask("cancelInstance", { id, goesOut });
      else if (act.kind === "prolong")
        await client.ask("prolongInstance", { id, json: { [client.dialect.names.days]: act.days }, goesOut });
      else if (act.who === null) await client.ask("rejectInstance", { id, json: {}, goesOut });
      else {
        const session = await this.sessionOf(act.who);
        if (typeof session === "string") return told("not_compared", session);
        const document = "document" in act ? this.idOf(act.document) : "";
        if (document === null) return told("not_compared", "Which document it is on the account is not known.");
        this.unlessStopped();
        await actThere(client, act, { id, document, session, goesOut });
      }
      return null;
    } catch (error) {
      if (!(error instanceof RemoteError) || (error.fault !== "refused" && error.fault !== "not_found")) throw error;
      // A path that is not there is not a refusal of the act.
      if (error.status === 404 && error.type === null) return told("not_compared", error.message);
      return told("different", `It is done here, and refused on the account: ${error.message}`);
    }
  }

  /** A participant's session; a sentence where there is none. */
  private async sessionOf(name: string): Promise<Session | string> {
    const known = this.sessions.get(name);
    if (known !== undefined) return known;
    const opened = await this.opened(name);
    this.sessions.set(name, opened);
    return opened;
  }

  private async opened(name: string): Promise<Session | string> {
    try {
      return await openPage(this.run.client, name, this.links()[name]);
    } catch (error) {
      if (error instanceof RemoteError && !error.offline && !error.ends) return error.message;
      throw error;
    }
  }

  private async compared(step: string, here: Standing): Promise<DriftLine> {
    const rests = [...SETTLING];
    let seals = 0;
    for (;;) {
      this.unlessStopped();
      const there = await this.look();
      const told = differencesOf(here, there);
      // Seals are still being made there.
      const isOnItsWay = there.status === "finalising" && here.status !== "finalising" && seals < SEALS;
      const rest = told.join() === this.before.join() ? undefined : rests[0];
      if (told.length > 0 && isOnItsWay) await this.timer(SEAL_REST(seals++));
      else if (told.length > 0 && rest !== undefined) {
        rests.shift();
        await (this.given.wait?.(rest) ?? this.timer(rest));
      } else {
        this.before = told;
        return { step, outcome: told.length === 0 ? "same" : "different", told };
      }
    }
  }

  /** Whatever ends the comparison cuts it short. */
  private timer(milliseconds: number): Promise<void> {
    return pause(milliseconds, undefined, { signal: this.given.signal }).catch(() => undefined);
  }

  /** How the run stands on the account, as far as it shows it. */
  private async look(): Promise<StandingThere> {
    const { client, workspace } = this.run;
    const row = this.row();
    const asked = workspace.clockNow();
    const found = await findInstance(client, row.remoteId);
    await savePoll(this.run, row, found, asked);
    if (found === null) throw new RemoteError("refused", "The run is not there any more.");
    const { seen, showsState } = found;
    if (showsState) this.shown.add("stage").add("acts");
    const documents = await this.documents(row, Object.keys(this.links()));
    if (documents !== undefined) this.shown.add("documents");
    return {
      status: seen.status,
      stage: showsState ? seen.stage : undefined,
      acts: showsState ? seen.pending : undefined,
      documents,
    };
  }

  /** Document states from the participants' pages; undefined: no page shows them. */
  private async documents(
    row: KnownInstance,
    people: readonly string[],
  ): Promise<Readonly<Record<string, string>> | undefined> {
    const { client } = this.run;
    const states = new Map<string, string>();
    if (!client.has("participantView")) return undefined;
    for (const name of people) {
      if (states.size >= this.names.size) break;
      const session = await this.sessionOf(name);
      if (typeof session === "string") continue;
      for (const [id, state] of await this.seenBy(row.remoteId, session)) {
        const known = this.names.get(id);
        if (known !== undefined) states.set(known, state);
      }
    }
    return states.size === 0 ? undefined : Object.fromEntries(states);
  }

  private async seenBy(id: string, session: Session): Promise<ReadonlyMap<string, string>> {
    try {
      return (await documentsSeen(this.run.client, id, session)) ?? new Map();
    } catch (error) {
      // A page that is closed to a participant shows nothing.
      if (error instanceof RemoteError && !error.offline && !error.ends) return new Map();
      throw error;
    }
  }

  private links(): Readonly<Record<string, string>> {
    const stored = this.run.workspace.vault.get(secretRef.remoteLinks(this.given.runKey));
    return stored === null ? {} : (JSON.parse(stored) as Readonly<Record<string, string>>);
  }

  private idOf(document: string): string | null {
    for (const [id, name] of this.names) if (name === document) return id;
    return null;
  }

  /** @throws RemoteError where its id is not known */
  private row(): KnownInstance {
    const row = this.run.workspace.reads.remoteInstances.get(this.given.runKey);
    if (row !== null && hasRemoteId(row)) return row;
    throw new RemoteError("refused", "It was perhaps started, and its id is not known: nothing can be compared.");
  }

  private async note(line: DriftLine): Promise<void> {
    const shown = this.given.rehearsal.steps.find(({ words }) => words === line.step)?.shown;
    this.lines.push({ ...line, ...(shown && { shown }) });
    this.sent = undefined;
    await this.keep("running", null);
  }

  async keep(state: DriftReport["state"], why: string | null): Promise<DriftReport> {
    const report = this.report(state, why);
    await saveDriftReport(this.run.workspace, this.run.account.key, this.given.runKey, report);
    return report;
  }

  /** Keeps the result in memory if the disk that stopped the comparison refuses it too. */
  async stopped(why: string): Promise<void> {
    await this.keep("stopped", why).catch(() => this.given.unkept(this.report("stopped", why)));
  }

  report(state: DriftReport["state"], why: string | null): DriftReport {
    const { of, rehearsal } = this.given;
    return {
      ...{ of, steps: rehearsal.steps.length + 1, lines: [...this.lines], wallBegan: this.wallBegan },
      notShown: (["stage", "acts", "documents"] as const).filter((one) => !this.shown.has(one)),
      ...{ state, why, ...(this.sent && { sent: this.sent }) },
    };
  }
}
