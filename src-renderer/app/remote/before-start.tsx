import type { OutputOf } from "../../../src-shared/bridge/index.ts";
import { ChangedSince } from "./changed-since.tsx";
import { Recipients, useTyped } from "./recipients.tsx";
import { useSeen } from "./use-seen.ts";

type Startable = OutputOf<"sync.runs.recipients">;

/**
 * The data that the author confirms with a start [Y10].
 * @param now null: it is not known yet
 * @param of the selection
 */
export function useConfirmed(now: Startable | null, of: string) {
  const fingerprint = now?.fingerprint ?? "";
  const [typed, onType] = useTyped(fingerprint);
  const { before, changed, confirming } = useSeen(now, of);
  const count = now?.items.length ?? 0;
  return { count, fingerprint, typed, confirming, shown: { before: before?.items ?? [], changed, typed, onType } };
}

interface Props extends Pick<Parameters<typeof ChangedSince>[0], "look" | "onLeave"> {
  readonly now: Startable;
  readonly shown: ReturnType<typeof useConfirmed>["shown"];
}

/** The recipients of a start, and what has changed since its author looked. */
export function BeforeStart({ now: { items, address }, shown: { changed, ...people }, look, onLeave }: Props) {
  return (
    <>
      <ChangedSince {...{ changed, address, look, onLeave }} />
      <Recipients people={items} {...people} />
    </>
  );
}
