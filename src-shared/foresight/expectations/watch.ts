import {
  type FlowEvent,
  mayRejectDocument,
  mayRejectInstance,
  type State,
  sentBy,
  visibleDocuments,
} from "../../flow/index.ts";
import type { EndStatus } from "../graph/endings.ts";
import type { Label } from "../graph/labels.ts";
import type { Taken } from "../graph/steps.ts";
import type { Happening } from "./happenings.ts";

/** What a step shows first: something sought, or something to be avoided before it. */
export type Seen = "sought" | "avoided" | null;

/** Checks one step, event by event in order. */
export function seenIn({ events, state }: Taken, sought: readonly Happening[], avoided: readonly Happening[]): Seen {
  for (const event of events) {
    if (sought.some((happening) => shows(event, state, happening))) return "sought";
    if (avoided.some((happening) => shows(event, state, happening))) return "avoided";
  }
  // What somebody sees holds after the step. If both occur in one step, the avoided view came first.
  if (avoided.some((happening) => holds(state, happening))) return "avoided";
  return sought.some((happening) => holds(state, happening)) ? "sought" : null;
}

function holds(state: State, happening: Happening): boolean {
  return happening.kind === "sees" && visibleDocuments(state, happening.who).includes(happening.document);
}

function shows(event: FlowEvent, after: State, happening: Happening): boolean {
  switch (happening.kind) {
    case "act":
      return (
        event.type === "acted" &&
        event.participant === happening.who &&
        event.document === happening.document &&
        (event.verb === "sign") === (happening.does === "signs")
      );
    case "rejects":
      if (happening.document === null) return event.type === "instance_rejected" && event.participant === happening.who;
      return (
        event.type === "document_rejected" &&
        event.participant === happening.who &&
        event.document === happening.document
      );
    case "sees":
      return false;
    case "gets-message":
    case "gets-copy":
      return sends(event, after, happening);
    case "begins":
      return event.type === "stage_entered" && after.program.stages[event.stage]?.name === happening.stage;
    case "ends":
      return event.type === happening.status;
  }
}

function sends(
  event: FlowEvent,
  after: State,
  happening: Extract<Happening, { kind: "gets-message" | "gets-copy" }>,
): boolean {
  const sent = sentBy(after, event);
  if (sent?.participant !== happening.who) return false;
  if (happening.kind === "gets-message") return sent.method === happening.method;
  return event.type === "notification_released" && event.attach.includes(happening.document);
}

/** The ends that would show one of these; no step follows an end. */
export function endsThatShow(state: State, sought: readonly Happening[]): readonly Label[] {
  return sought.flatMap((happening): readonly Label[] => {
    if (happening.kind === "rejects") {
      const { who, document } = happening;
      if (document === null) return mayRejectInstance(state, who) ? [{ kind: "reject_flow", who }] : [];
      return mayRejectDocument(state, who, document) ? [{ kind: "reject", who, document }] : [];
    }
    return happening.kind === "ends" ? ENDS[happening.status] : [];
  });
}

const ENDS: Readonly<Record<EndStatus, readonly Label[]>> = {
  completed: [],
  failed: [{ kind: "reject_flow", who: null }],
  canceled: [{ kind: "cancel" }],
  timed_out: [{ kind: "time_out" }],
};
