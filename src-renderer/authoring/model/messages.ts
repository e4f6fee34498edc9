import type { NotificationMethod } from "../../../src-shared/flow/index.ts";
import type { FlowOutline, NotifyMethods, OutlineEntry } from "../../../src-shared/language/index.ts";
import type { MessageKind } from "../../../src-shared/mail/index.ts";
import type { AnalysisView } from "../language/analysis-view.ts";

/** One way in which a message goes out. */
export interface MessageUse {
  readonly kind: MessageKind;
  readonly method: NotificationMethod;
  /** Names of the stages that send it; none of a reminder. */
  readonly stages: readonly string[];
}

/** A message of the flow: given, or only named by a notification or a reminder. */
export interface FlowMessage {
  readonly name: string;
  /** null: named in the process and not given. */
  readonly entry: OutlineEntry | null;
  readonly uses: readonly MessageUse[];
}

/** The messages that the flow gives, followed by those that it only names. */
export function messagesOf({ outline, kind }: Pick<AnalysisView, "outline" | "kind">): readonly FlowMessage[] {
  const uses = usesOf(outline);
  const used = (name: string) => [...(uses.get(name)?.values() ?? [])];
  const given = outline.messages.map((entry): FlowMessage => ({ name: entry.name, entry, uses: used(entry.name) }));
  if (kind === "process") return given;
  const known = new Set(given.map(({ name }) => name));
  const named = [...uses.keys()].filter((name) => !known.has(name));
  return [...given, ...named.map((name): FlowMessage => ({ name, entry: null, uses: used(name) }))];
}

type Uses = Map<string, Map<string, MessageUse>>;

function usesOf({ stages, reminders }: FlowOutline): Uses {
  const uses: Uses = new Map();
  for (const { name, actions } of stages) {
    for (const action of actions) note(uses, action.confirmation ? "confirmation" : "invitation", action, name);
  }
  for (const reminder of reminders) note(uses, "reminder", reminder, null);
  return uses;
}

function note(
  uses: Uses,
  kind: MessageKind,
  methods: Pick<NotifyMethods, "email" | "sms">,
  stage: string | null,
): void {
  for (const method of ["email", "sms"] as const) {
    const message = methods[method];
    if (message === null) continue;
    const known = uses.get(message) ?? new Map<string, MessageUse>();
    uses.set(message, known);
    const before = known.get(`${kind} ${method}`)?.stages ?? [];
    const stages = stage === null || before.includes(stage) ? before : [...before, stage];
    known.set(`${kind} ${method}`, { kind, method, stages });
  }
}

/** The previews of a message: for each use, or as an invitation if it is unused. */
export function previewsOf({ uses }: Pick<FlowMessage, "uses">): readonly MessageUse[] {
  if (uses.length > 0) return uses;
  return (["email", "sms"] as const).map((method) => ({ kind: "invitation", method, stages: [] }));
}
