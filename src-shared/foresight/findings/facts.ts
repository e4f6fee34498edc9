import { compile, type Program } from "../../flow/index.ts";
import type { Action, CheckedDraft, Participant } from "../../language/index.ts";

type Notify = Extract<Action, { kind: "notify" }>;

/** A message that the process sends to somebody. */
export interface Sent {
  readonly stage: number;
  /** Index among the stage's actions. */
  readonly at: number;
  readonly action: Notify;
}

/** What a flow says of one participant. */
export interface Person {
  readonly name: string;
  readonly index: number;
  readonly parameters: Participant;
  /** Stages that expect an act of them, in order. */
  readonly stages: readonly number[];
  readonly invitations: readonly Sent[];
  readonly confirmations: readonly Sent[];
}

/** What every finding reads, worked out once. */
export interface Facts {
  readonly draft: CheckedDraft;
  readonly program: Program;
  readonly people: readonly Person[];
}

export function factsOf(draft: CheckedDraft): Facts {
  const { participants, documents } = draft.parameters;
  const names = participants.map(({ name }) => name);
  const program = compile(draft.process, names, Object.keys(documents));
  const sent = new Map<string, Sent[]>(names.map((name) => [name, []]));
  for (const [stage, { actions }] of draft.process.stages.entries()) {
    for (const [at, action] of actions.entries()) {
      if (action.kind !== "notify") continue;
      for (const user of action.users) sent.get(user)?.push({ stage, at, action });
    }
  }
  const people = participants.map((parameters, index): Person => {
    const { name } = parameters;
    const messages = sent.get(name) ?? [];
    return {
      name,
      index,
      parameters,
      stages: program.stagesOfParticipant[index] ?? [],
      invitations: messages.filter(({ action }) => !action.confirmation),
      confirmations: messages.filter(({ action }) => action.confirmation),
    };
  });
  return { draft, program, people };
}

/** How many e-mails and SMS one notify sends to each of its users. */
export function messagesOf({ methods }: Notify): { readonly email: number; readonly sms: number } {
  return { email: methods.email === null ? 0 : 1, sms: methods.sms === null ? 0 : 1 };
}
