import { pendingActs, type State } from "../flow/index.ts";
import type { SeenAct } from "../sync/index.ts";

/** A run's state after an act. */
export interface Standing {
  readonly status: string;
  /** null: none is in progress. */
  readonly stage: string | null;
  /** Who is asked to do what. */
  readonly acts: readonly SeenAct[];
  /** State by document's name. */
  readonly documents: Readonly<Record<string, string>>;
}

/** The same on an account, as far as it shows it: undefined is not shown. */
export interface StandingThere {
  readonly status: string;
  readonly stage: string | null | undefined;
  readonly acts: readonly SeenAct[] | undefined;
  readonly documents: Readonly<Record<string, string>> | undefined;
}

export function standingOf(state: State): Standing {
  const stage = state.status === "in_progress" ? (state.program.stages[state.stage]?.name ?? null) : null;
  return {
    status: state.status,
    stage,
    acts: pendingActs(state).map(({ verb, participant, document }) => ({ type: verb, user: participant, document })),
    documents: Object.fromEntries(state.documents.map((document) => [document.name, document.state])),
  };
}

/** The differences, one sentence each. What the account does not show is not compared. */
export function differencesOf(here: Standing, there: StandingThere): readonly string[] {
  const stage = there.stage === undefined || there.stage === here.stage ? [] : [stageTold(here.stage, there.stage)];
  return [
    ...(there.status === here.status
      ? []
      : [`The status is ${spelled(here.status)} here, and ${spelled(there.status)} on the account.`]),
    ...stage,
    ...(there.acts === undefined ? [] : actsTold(here.acts, there.acts)),
    ...Object.entries(there.documents ?? {}).flatMap(([name, state]) =>
      documentTold(name, here.documents[name], state),
    ),
  ];
}

const spelled = (word: string): string => word.replaceAll("_", " ");

function stageTold(here: string | null, there: string | null): string {
  if (here === null) return `No stage is in progress here, and “${there}” on the account.`;
  if (there === null) return `The stage “${here}” is in progress here, and none on the account.`;
  return `The stage is “${here}” here, and “${there}” on the account.`;
}

function actsTold(here: readonly SeenAct[], there: readonly SeenAct[]): readonly string[] {
  const without = (acts: readonly SeenAct[], others: readonly SeenAct[]) => {
    const known = new Set(others.map(actWords));
    return acts.map(actWords).filter((words) => !known.has(words));
  };
  return [
    ...without(here, there).map((words) => `“${words}” is asked for here, and not on the account.`),
    ...without(there, here).map((words) => `“${words}” is asked for on the account, and not here.`),
  ];
}

const VERBS: Readonly<Record<string, string>> = { sign: "signs", approve: "approves" };
const actWords = ({ type, user, document }: SeenAct): string => `${user} ${VERBS[type] ?? type} ${document}`;

function documentTold(name: string, here: string | undefined, there: string): readonly string[] {
  if (here === there || here === undefined) return [];
  return [`The document “${name}” is ${spelled(here)} here, and ${spelled(there)} on the account.`];
}
