import type { Fault } from "../types.ts";

export const EFFECTS = ["answer", "no_answer", "delay", "duplicate"] as const;
export type EffectName = (typeof EFFECTS)[number];

/** A rule in its form: numbers as typed, an empty one if none is wanted. */
export interface FaultForm {
  readonly instanceId: string | null;
  readonly type: string;
  readonly effect: EffectName;
  readonly status: string;
  readonly retryAfter: string;
  readonly milliseconds: string;
  readonly times: string;
}

export const NEW_FAULT: FaultForm = {
  instanceId: null,
  type: "",
  effect: "answer",
  status: "503",
  retryAfter: "",
  milliseconds: "3000",
  times: "1",
};

type Wrong = "status" | "retryAfter" | "milliseconds" | "times";

const within = (text: string, least: number, most: number) =>
  /^\d{1,7}$/.test(text) && Number(text) >= least && Number(text) <= most;

/** The first invalid number; null: the rule can be added. */
export function faultProblem({ effect, status, retryAfter, milliseconds, times }: FaultForm): Wrong | null {
  if (effect === "answer" && !within(status, 100, 599)) return "status";
  if (effect === "answer" && retryAfter !== "" && !within(retryAfter, 0, 9_999_999)) return "retryAfter";
  if (effect === "delay" && !within(milliseconds, 1, 60_000)) return "milliseconds";
  return times === "" || within(times, 1, 9_999_999) ? null : "times";
}

export function faultOf(form: FaultForm): Fault {
  const { instanceId, type, times } = form;
  return { instanceId, type: type === "" ? null : type, effect: effectOf(form), times: numberOrNull(times) };
}

function effectOf({ effect, status, retryAfter, milliseconds }: FaultForm): Fault["effect"] {
  switch (effect) {
    case "answer":
      return { kind: "answer", status: Number(status), retryAfter: numberOrNull(retryAfter) };
    case "delay":
      return { kind: "delay", milliseconds: Number(milliseconds) };
    case "no_answer":
    case "duplicate":
      return { kind: effect };
  }
}

const numberOrNull = (text: string) => (text === "" ? null : Number(text));
