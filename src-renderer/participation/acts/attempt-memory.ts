import { z } from "zod";
import type { AuthenticationKind } from "../../../src-shared/flow/index.ts";
import type { Place } from "../session/page-address.ts";
import { tabStorage } from "../session/page-storage.ts";

/** A running authentication, remembered by the tab: a reloaded page needs no second SMS [U4]. */
export interface RunningAttempt {
  readonly transactionId: string;
  /** Identifiers that it covers; empty for one to view. */
  readonly documents: readonly string[];
}

const stored = z.object({ transactionId: z.string(), documents: z.array(z.string()) });

const keyOf = ({ instanceId, participantId }: Place, kind: AuthenticationKind) =>
  `countersign.attempt.${instanceId}.${participantId}.${kind}`;

export function rememberAttempt(place: Place, kind: AuthenticationKind, attempt: RunningAttempt): void {
  tabStorage.setItem(keyOf(place, kind), JSON.stringify(attempt));
}

export function forgetAttempt(place: Place, kind: AuthenticationKind): void {
  tabStorage.removeItem(keyOf(place, kind));
}

/** null if there is none, or none that covers all of `documents`. */
export function runningAttempt(
  place: Place,
  kind: AuthenticationKind,
  documents: readonly string[],
): RunningAttempt | null {
  const text = tabStorage.getItem(keyOf(place, kind));
  if (text === null) return null;
  const { data } = stored.safeParse(JSON.parse(text));
  return data !== undefined && documents.every((id) => data.documents.includes(id)) ? data : null;
}
