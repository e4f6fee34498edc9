import type { DocumentState, InstanceStatus, Instant } from "../../src-shared/flow/index.ts";
import type { ActCondition, Reminder, Verb } from "../../src-shared/language/index.ts";
import type { FlowShape } from "../fixtures/flow-shape.ts";

/**
 * The rules of docs/engine.md once more, as plainly as it can be said: sets of acts made, and every question answered from scratch.
 * Written apart from the engine and sharing nothing with it, so that the two can only agree by both being right.
 */

const DAY = 86_400_000;
const TEN_MINUTES = 600_000;

export type ModelCommand =
  | { readonly type: "act"; readonly participant: string; readonly verb: Verb; readonly document: string }
  | { readonly type: "reject_document"; readonly participant: string; readonly document: string }
  | { readonly type: "reject_instance"; readonly participant: string | null }
  | { readonly type: "prolong"; readonly days: number }
  | { readonly type: "seal_succeeded" | "seal_failed"; readonly document: string }
  | { readonly type: "remind" | "unlock"; readonly participant: string }
  /** A whole attempt to authenticate for signing, begun and finished at one instant. */
  | {
      readonly type: "authenticate";
      readonly participant: string;
      readonly documents: readonly string[];
      readonly success: boolean;
    }
  | { readonly type: "cancel" | "trash" | "restore" | "time_out" };

interface Confirmation {
  readonly participant: string;
  status: "held" | "queued" | "dropped";
  attach: readonly string[];
  droppedAt: Instant | null;
}

interface Plan {
  readonly entry: number;
  readonly participant: string;
  readonly reminder: Reminder;
  due: Instant;
}

export class NaiveModel {
  status: InstanceStatus = "in_progress";
  trashed = false;
  stage = 0;
  timeoutAt: Instant;
  /** "stage|participant|verb|document" */
  readonly made = new Set<string>();
  readonly documents = new Map<string, DocumentState>();
  readonly confirmations: Confirmation[] = [];
  readonly locked = new Set<string>();
  private plans: Plan[] = [];
  private readonly failures = new Map<string, number>();
  /** Per participant and document the instants until which one act is covered. */
  private readonly covers: { participant: string; document: string; until: Instant }[] = [];
  private readonly shape: FlowShape;
  private now: Instant;
  private lastPending: { stage: number; made: number; pending: ReadonlySet<string> } | null = null;

  /** Time zones are not its business: it lives in UTC, where a day is a day. */
  constructor(shape: FlowShape, now: Instant) {
    this.shape = shape;
    this.now = now;
    this.timeoutAt = now + (shape.duration ?? 90) * DAY;
    for (const name of shape.documents ?? []) this.documents.set(name, "in_progress");
    this.enter();
    this.settle();
  }

  /** Whether the command is accepted; if so, it has happened. */
  send(command: ModelCommand, now: Instant): boolean {
    this.now = now;
    if (this.trashed && command.type !== "restore") return false;
    const accepted = this.apply(command);
    if (accepted) this.tidy();
    return accepted;
  }

  /** "participant|verb|document", sorted: what the current stage still needs or may take. */
  pending(): readonly string[] {
    if (!this.running()) return [];
    return [...this.pendingOfStage()].sort();
  }

  /** "id@instant" of what will happen by itself, in order [C3]. */
  due(): readonly string[] {
    if (!this.running()) return [];
    const reminders = this.plans
      .filter((plan) => plan.due < this.timeoutAt)
      .map((plan) => ({ id: `reminder:${plan.entry}:${plan.participant}`, at: plan.due }))
      .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
    return [...reminders, { id: "time_out", at: this.timeoutAt }].map(({ id, at }) => `${id}@${at}`);
  }

  /** A reminder was sent: a periodic one comes again, the other is gone [C1]. */
  reminded(id: string): void {
    const [, entry, participant] = id.split(":");
    this.plans = this.plans.flatMap((plan) => {
      if (String(plan.entry) !== entry || plan.participant !== participant) return [plan];
      return plan.reminder.periodically ? [{ ...plan, due: plan.due + plan.reminder.daysDelay * DAY }] : [];
    });
  }

  /** The documents a participant may see [G16]. */
  visible(participant: string): readonly string[] {
    const own = new Set(this.actsOf(participant).map((act) => act.document));
    const seen = own.size === 0 && (this.shape.flowKind ?? "standard") === "standard" ? new Set(this.names()) : own;
    for (const { actions } of this.shape.stages.slice(0, this.stage + 1)) {
      for (const action of actions) {
        if (action.kind !== "allow-viewing" && action.kind !== "deny-viewing") continue;
        if (!action.users.includes(participant)) continue;
        for (const name of action.documents) action.kind === "allow-viewing" ? seen.add(name) : seen.delete(name);
      }
    }
    const waited = this.pending().filter((act) => act.startsWith(`${participant}|`));
    return this.names().filter((name) => seen.has(name) || waited.some((act) => act.endsWith(`|${name}`)));
  }

  /** Where a participant's page leads: offered once they have done all that their latest stage wants of them [G15]. */
  redirect(participant: string): string | null {
    if ([...this.pendingOfStage()].some((act) => act.startsWith(`${participant}|`))) return null;
    const stages = [...this.made]
      .filter((act) => act.split("|")[1] === participant)
      .map((act) => Number.parseInt(act, 10));
    const redirects = this.shape.stages[Math.max(...stages)]?.redirects ?? [];
    return redirects.find(({ users }) => users.includes(participant))?.url ?? null;
  }

  private names(): readonly string[] {
    return [...this.documents.keys()];
  }

  private actsOf(participant: string): { stage: number; document: string }[] {
    return this.shape.stages.flatMap(({ conditions }, stage) =>
      conditions
        .filter(({ users }) => users.includes(participant))
        .flatMap(({ documents }) => documents.map((document) => ({ stage, document }))),
    );
  }

  private apply(command: ModelCommand): boolean {
    switch (command.type) {
      case "act":
        return this.act(command.participant, command.verb, command.document);
      case "reject_document":
        return this.rejectDocument(command.participant, command.document);
      case "reject_instance":
        return this.rejectInstance(command.participant);
      case "authenticate":
        return this.authenticate(command.participant, command.documents, command.success);
      case "unlock":
        if (!this.locked.delete(command.participant)) return false;
        this.failures.delete(command.participant);
        return true;
      case "cancel":
        return this.cancel();
      case "prolong":
        return this.prolong(command.days);
      case "seal_succeeded":
      case "seal_failed":
        return this.seal(command.document, command.type === "seal_succeeded");
      case "remind":
        return this.pending().some((act) => act.startsWith(`${command.participant}|`));
      case "trash":
        if (this.status === "in_progress" || this.status === "finalising") return false;
        this.trashed = true;
        return true;
      case "restore":
        if (!this.trashed) return false;
        this.trashed = false;
        return true;
      case "time_out":
        if (!this.running() || this.now < this.timeoutAt) return false;
        this.end("timed_out", "timed_out");
        return true;
    }
  }

  private running(): boolean {
    return this.status === "in_progress" && !this.trashed;
  }

  /** Follows from the acts made and the stage; asked so often that the last answer is kept. */
  private pendingOfStage(): ReadonlySet<string> {
    const known = this.lastPending;
    if (known?.stage === this.stage && known.made === this.made.size) return known.pending;
    const pending = new Set<string>();
    for (const condition of this.shape.stages[this.stage]?.conditions ?? []) {
      if (this.isHeld(condition, this.stage)) continue;
      for (const act of actsOf(condition)) if (!this.made.has(`${this.stage}|${act}`)) pending.add(act);
    }
    this.lastPending = { stage: this.stage, made: this.made.size, pending };
    return pending;
  }

  private isHeld({ users, verb, documents, count }: ActCondition, stage: number): boolean {
    const finished = users.filter((user) =>
      documents.every((document) => this.made.has(`${stage}|${user}|${verb}|${document}`)),
    );
    return finished.length >= (count ?? users.length);
  }

  private asked(participant: string): { readonly maxFailures: number } | null {
    return this.shape.participants?.find(({ name }) => name === participant)?.authToSign ?? null;
  }

  private act(participant: string, verb: Verb, document: string): boolean {
    const act = `${participant}|${verb}|${document}`;
    if (!this.pending().includes(act)) return false;
    if (this.asked(participant) !== null) {
      const cover = this.covers.findIndex(
        (one) => one.participant === participant && one.document === document && this.now < one.until,
      );
      if (cover < 0) return false;
      this.covers.splice(cover, 1);
    }
    this.made.add(`${this.stage}|${act}`);
    this.settle();
    return true;
  }

  /** [U1] [U3] */
  private authenticate(participant: string, documents: readonly string[], success: boolean): boolean {
    const asked = this.asked(participant);
    const waited = (document: string): boolean =>
      this.pending().some((act) => act.startsWith(`${participant}|`) && act.endsWith(`|${document}`));
    if (asked === null || this.locked.has(participant) || !this.running()) return false;
    if (documents.length === 0 || !documents.every(waited)) return false;
    const failures = success ? 0 : (this.failures.get(participant) ?? 0) + 1;
    this.failures.set(participant, failures);
    if (failures > asked.maxFailures) this.locked.add(participant);
    if (success) {
      for (const document of documents) this.covers.push({ participant, document, until: this.now + TEN_MINUTES });
    }
    return true;
  }

  /** Passes stages for as long as their conditions hold. */
  private settle(): void {
    while (this.shape.stages[this.stage]?.conditions.every((condition) => this.isHeld(condition, this.stage))) {
      if (this.stage === this.shape.stages.length - 1) {
        this.status = "finalising";
        this.finish();
        break;
      }
      this.stage += 1;
      this.plans = [];
      this.enter();
    }
    this.tidy();
  }

  private enter(): void {
    for (const action of this.shape.stages[this.stage]?.actions ?? []) {
      if (action.kind !== "notify" || !action.confirmation) continue;
      for (const participant of action.users) this.confirm(participant);
    }
    this.shape.reminders?.forEach((reminder, entry) => {
      for (const { name } of this.shape.participants ?? []) {
        if (reminder.users !== null && !reminder.users.includes(name)) continue;
        if (!this.pending().some((act) => act.startsWith(`${name}|`))) continue;
        this.plans.push({ entry, participant: name, reminder, due: this.now + reminder.daysDelay * DAY });
      }
    });
  }

  private confirm(participant: string): void {
    this.confirmations.push({ participant, status: "held", attach: [], droppedAt: null });
  }

  /** What holds after everything that happens: mail that can go has gone, reminders without a purpose are gone. */
  private tidy(): void {
    for (const confirmation of this.confirmations) {
      const visible = this.visible(confirmation.participant);
      const sealed = visible.every((name) => this.documents.get(name) === "sealed");
      if (confirmation.status !== "held" || !sealed) continue;
      confirmation.status = "queued";
      confirmation.attach = visible;
    }
    if (this.status !== "in_progress") return;
    const waited = [...this.pendingOfStage()];
    this.plans = this.plans.filter((plan) => waited.some((act) => act.startsWith(`${plan.participant}|`)));
  }

  private finish(): void {
    const open = [...this.documents.values()].some((state) => state !== "sealed");
    if (this.status === "finalising" && !open) this.status = "completed";
  }

  private rejectDocument(participant: string, document: string): boolean {
    const hasAct = this.pending().some(
      (act) => act === `${participant}|sign|${document}` || act === `${participant}|approve|${document}`,
    );
    const signed = [...this.made].some((act) => act.endsWith(`|${participant}|sign|${document}`));
    if (!hasAct || signed) return false;
    this.documents.set(document, "rejected");
    this.end("failed", "canceled");
    return true;
  }

  private rejectInstance(participant: string | null): boolean {
    if (!this.running()) return false;
    if (participant !== null) {
      const now = this.pending().some((act) => act.startsWith(`${participant}|`));
      const later = this.actsOf(participant).some(({ stage }) => stage > this.stage);
      if (!(this.shape.allowRejections ?? true) || (!now && !later)) return false;
    }
    this.end("failed", "canceled");
    return true;
  }

  private cancel(): boolean {
    if (this.status !== "in_progress" && this.status !== "timed_out") return false;
    this.end("canceled", "canceled");
    this.turn("timed_out", "canceled");
    return true;
  }

  private prolong(days: number): boolean {
    if (this.status !== "in_progress" && this.status !== "timed_out") return false;
    const next = Math.max(this.now, this.timeoutAt) + days * DAY;
    if (next > this.now + 365 * DAY) return false;
    const lost =
      this.status === "timed_out" ? this.confirmations.filter((one) => one.droppedAt === this.timeoutAt) : [];
    this.timeoutAt = next;
    this.status = "in_progress";
    this.turn("timed_out", "in_progress");
    for (const { participant } of lost) this.confirm(participant);
    this.plans = this.plans.flatMap((plan) => {
      if (plan.due > this.now) return [plan];
      if (!plan.reminder.periodically) return [];
      const missed = Math.floor((this.now - plan.due) / (plan.reminder.daysDelay * DAY)) + 1;
      return [{ ...plan, due: plan.due + missed * plan.reminder.daysDelay * DAY }];
    });
    return true;
  }

  private seal(document: string, success: boolean): boolean {
    if (!this.isSealing(document)) return false;
    this.documents.set(document, success ? "sealed" : "failed");
    if (success) this.finish();
    else this.end("failed", "canceled");
    return true;
  }

  private isSealing(document: string): boolean {
    if (this.status !== "in_progress" && this.status !== "finalising") return false;
    if (this.documents.get(document) !== "in_progress") return false;
    const later = this.shape.stages
      .slice(this.stage + 1)
      .some(({ conditions }) => conditions.some(({ documents }) => documents.includes(document)));
    return !later && ![...this.pendingOfStage()].some((act) => act.endsWith(`|${document}`));
  }

  private end(status: InstanceStatus, documents: DocumentState): void {
    this.status = status;
    this.turn("in_progress", documents);
    for (const confirmation of this.confirmations) {
      if (confirmation.status !== "held") continue;
      confirmation.status = "dropped";
      confirmation.droppedAt = this.now;
    }
  }

  private turn(from: DocumentState, to: DocumentState): void {
    for (const [name, state] of this.documents) if (state === from) this.documents.set(name, to);
  }
}

function actsOf({ users, verb, documents }: ActCondition): string[] {
  return users.flatMap((user) => documents.map((document) => `${user}|${verb}|${document}`));
}
