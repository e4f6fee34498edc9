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

/** The facts of one participant. */
export interface Person {
  readonly name: string;
  readonly index: number;
  readonly parameters: Participant;
  /** Stages that expect an act of them, in order. */
  readonly stages: readonly number[];
  readonly invitations: readonly Sent[];
  readonly confirmations: readonly Sent[];
}

/** How the days until the time-out are divided among somebody's stages so that most reminders fall due. */
export interface Split {
  readonly most: number;
  /** Days in each stage; stages that are not listed take none. */
  readonly days: readonly number[];
  /** Reminders that fall due within so many days of a stage's beginning. */
  readonly within: readonly number[];
}

/** The facts that all findings share, computed once. */
export interface Facts {
  readonly draft: CheckedDraft;
  readonly program: Program;
  readonly people: readonly Person[];
  readonly signatures: Signatures;
  /** By rhythm and number of stages: see `reminder-days.ts`. */
  readonly tables: Map<string, Split>;
}

/** Where the flow expects signatures. */
export interface Signatures {
  /** By document, the last stage that does; -1 for none. */
  readonly lastOfDocument: readonly number[];
  /** The first stage that does; undefined for none. */
  firstOf(participant: number, document: number): number | undefined;
}

/** @param compiled the draft's program, if the caller has it already */
export function factsOf(draft: CheckedDraft, compiled?: Program): Facts {
  const { participants, documents } = draft.parameters;
  const names = participants.map(({ name }) => name);
  const program = compiled ?? compile(draft.process, names, Object.keys(documents));
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
  return { draft, program, people, signatures: signaturesOf(program), tables: new Map() };
}

function signaturesOf({ stages, documents }: Program): Signatures {
  const lastOfDocument = documents.map(() => -1);
  const first = new Map<number, number>();
  const key = (participant: number, document: number) => participant * documents.length + document;
  for (const [index, { slots }] of stages.entries()) {
    for (const { participant, document, verb } of slots) {
      if (verb !== "sign") continue;
      lastOfDocument[document] = index;
      const pair = key(participant, document);
      if (!first.has(pair)) first.set(pair, index);
    }
  }
  return { lastOfDocument, firstOf: (participant, document) => first.get(key(participant, document)) };
}

/** How many e-mails and SMS one notify sends to each of its users. */
export function messagesOf({ methods }: Notify): { readonly email: number; readonly sms: number } {
  return { email: methods.email === null ? 0 : 1, sms: methods.sms === null ? 0 : 1 };
}
