import type { DocumentState, InstanceStatus, Instant } from "../../src-shared/flow/index.ts";
import type { ActCondition, Stage, Verb } from "../../src-shared/language/index.ts";
import type { FlowShape } from "./draft.ts";

/**
 * engine.md once more, as plainly as it can be said: sets of acts made, and every question answered from scratch.
 * Written apart from the engine and sharing nothing with it, so that the two can only agree by both being right.
 */

const DAY = 86_400_000;

export type ModelCommand =
  | { readonly type: "act"; readonly participant: string; readonly verb: Verb; readonly document: string }
  | { readonly type: "reject_document"; readonly participant: string; readonly document: string }
  | { readonly type: "reject_instance"; readonly participant: string }
  | { readonly type: "prolong"; readonly days: number }
  | { readonly type: "seal_succeeded" | "seal_failed"; readonly document: string }
  | { readonly type: "remind"; readonly participant: string }
  | { readonly type: "cancel" | "trash" | "restore" | "time_out" };

export class NaiveModel {
  status: InstanceStatus = "in_progress";
  trashed = false;
  stage = 0;
  timeoutAt: Instant;
  /** "stage|participant|verb|document" */
  readonly made = new Set<string>();
  readonly documents = new Map<string, DocumentState>();
  private readonly stages: readonly Stage[];
  private readonly allowRejections: boolean;

  /** Time zones are not its business: it lives in UTC, where a day is a day. */
  constructor(shape: FlowShape, now: Instant) {
    this.stages = shape.stages;
    this.allowRejections = shape.allowRejections ?? true;
    this.timeoutAt = now + (shape.duration ?? 90) * DAY;
    for (const name of shape.documents ?? []) this.documents.set(name, "in_progress");
    this.settle();
  }

  /** Whether the command is accepted; if so, it has happened. */
  send(command: ModelCommand, now: Instant): boolean {
    if (this.trashed && command.type !== "restore") return false;
    switch (command.type) {
      case "act":
        return this.act(command.participant, command.verb, command.document);
      case "reject_document":
        return this.rejectDocument(command.participant, command.document);
      case "reject_instance":
        return this.rejectInstance(command.participant);
      case "cancel":
        return this.cancel();
      case "prolong":
        return this.prolong(command.days, now);
      case "seal_succeeded":
      case "seal_failed":
        return this.seal(command.document, command.type === "seal_succeeded");
      case "remind":
        return this.running() && this.pending().some((act) => act.startsWith(`${command.participant}|`));
      case "trash":
        if (this.status === "in_progress" || this.status === "finalising") return false;
        this.trashed = true;
        return true;
      case "restore":
        if (!this.trashed) return false;
        this.trashed = false;
        return true;
      case "time_out":
        if (!this.running() || now < this.timeoutAt) return false;
        this.end("timed_out", "timed_out");
        return true;
    }
  }

  /** "participant|verb|document", sorted: what the current stage still needs or may take. */
  pending(): readonly string[] {
    if (!this.running()) return [];
    return [...this.pendingOfStage()].sort();
  }

  private running(): boolean {
    return this.status === "in_progress" && !this.trashed;
  }

  private pendingOfStage(): Set<string> {
    const pending = new Set<string>();
    for (const condition of this.stages[this.stage]?.conditions ?? []) {
      if (this.isHeld(condition, this.stage)) continue;
      for (const act of actsOf(condition)) if (!this.made.has(`${this.stage}|${act}`)) pending.add(act);
    }
    return pending;
  }

  private isHeld({ users, verb, documents, count }: ActCondition, stage: number): boolean {
    const finished = users.filter((user) =>
      documents.every((document) => this.made.has(`${stage}|${user}|${verb}|${document}`)),
    );
    return finished.length >= (count ?? users.length);
  }

  private act(participant: string, verb: Verb, document: string): boolean {
    const act = `${participant}|${verb}|${document}`;
    if (!this.pending().includes(act)) return false;
    this.made.add(`${this.stage}|${act}`);
    this.settle();
    return true;
  }

  /** Passes stages for as long as their conditions hold. */
  private settle(): void {
    while (this.stages[this.stage]?.conditions.every((condition) => this.isHeld(condition, this.stage))) {
      if (this.stage === this.stages.length - 1) {
        this.status = "finalising";
        this.finish();
        return;
      }
      this.stage += 1;
    }
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

  private rejectInstance(participant: string): boolean {
    if (!this.running() || !this.allowRejections) return false;
    const now = this.pending().some((act) => act.startsWith(`${participant}|`));
    const later = this.stages
      .slice(this.stage + 1)
      .some(({ conditions }) => conditions.some(({ users }) => users.includes(participant)));
    if (!now && !later) return false;
    this.end("failed", "canceled");
    return true;
  }

  private cancel(): boolean {
    if (this.status !== "in_progress" && this.status !== "timed_out") return false;
    this.end("canceled", "canceled");
    this.turn("timed_out", "canceled");
    return true;
  }

  private prolong(days: number, now: Instant): boolean {
    if (this.status !== "in_progress" && this.status !== "timed_out") return false;
    const next = Math.max(now, this.timeoutAt) + days * DAY;
    if (next > now + 365 * DAY) return false;
    this.timeoutAt = next;
    this.status = "in_progress";
    this.turn("timed_out", "in_progress");
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
    const later = this.stages
      .slice(this.stage + 1)
      .some(({ conditions }) => conditions.some(({ documents }) => documents.includes(document)));
    return !later && ![...this.pendingOfStage()].some((act) => act.endsWith(`|${document}`));
  }

  private end(status: InstanceStatus, documents: DocumentState): void {
    this.status = status;
    this.turn("in_progress", documents);
  }

  private turn(from: DocumentState, to: DocumentState): void {
    for (const [name, state] of this.documents) if (state === from) this.documents.set(name, to);
  }
}

function actsOf({ users, verb, documents }: ActCondition): string[] {
  return users.flatMap((user) => documents.map((document) => `${user}|${verb}|${document}`));
}
