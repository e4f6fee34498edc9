import type { Action, Process } from "../language/index.ts";
import type { DrawnAction, DrawnStage } from "./stage-cards.ts";

/** The stages of a flow that runs, as its text had them. */
export const drawnStages = ({ stages }: Pick<Process, "stages">): readonly DrawnStage[] =>
  stages.map(({ name, actions, conditions, redirects }) => ({
    name,
    actions: actions.map(drawnAction),
    conditions: [
      ...conditions.map(({ verb, users, documents, count }) => ({
        kind: KINDS[verb][count === null ? "all" : "group"],
        ...{ users, documents, count, url: null },
      })),
      ...redirects.map(({ users, url }) => ({ kind: "redirect-to" as const, users, documents: [], count: null, url })),
    ],
  }));

const KINDS = {
  sign: { all: "signed-by", group: "signed-by-group-of" },
  approve: { all: "approved-by", group: "approved-by-group-of" },
} as const;

function drawnAction(action: Action): DrawnAction {
  const nothing = { users: [], documents: [], confirmation: false, email: null, sms: null, callbackName: null };
  switch (action.kind) {
    case "notify": {
      const { kind, users, confirmation, methods } = action;
      return { ...nothing, kind, users, confirmation, email: methods.email, sms: methods.sms };
    }
    case "callback":
      return { ...nothing, kind: action.kind, callbackName: action.callbackName };
    case "allow-viewing":
    case "deny-viewing":
      return { ...nothing, kind: action.kind, users: action.users, documents: action.documents };
  }
}
