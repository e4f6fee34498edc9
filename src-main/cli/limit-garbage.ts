import { PerformanceObserver } from "node:perf_hooks";
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from "node:v8";

/** MiB in which what is new lies. At 1, as V8 begins, a sync collects so often that it takes an eighth more of the processor. */
const YOUNG = 4;
/** MiB of heap up to which old garbage is hardly worth collecting: a sync of 1,000 commands takes a twelfth less time without. */
const SMALL = 56;
/** A bound in case V8 counts differently: some 16 MiB. */
const MOST_HELD = 200;

/**
 * From now on V8 collects garbage early. Without it, a check that needs 110 MiB takes 270, for the machine has room; with it
 * 175 at most, and up to a fifth more time. A first sync of 10,000 drafts needs some 240 with it, 350 without.
 * To be called before a program's code is loaded: that lets the young heap grow to 30 MiB, and it never shrinks.
 * @param yields whether the program lets others run often: in one long computation, nobody would see that the heap grows
 */
export function limitGarbage({ yields }: { readonly yields: boolean }): void {
  growYoungHeap();
  setFlagsFromString("--semi-space-growth-factor=1");
  // For a small young heap: on two cores, helper threads cost other work more than they gain.
  setFlagsFromString("--no-parallel-scavenge");
  // What a large document leaves on its way from the connection to the disk is collected every few MiB: 40 MiB less.
  setFlagsFromString("--scavenger-max-new-space-capacity-mb=2");
  collectAfter(yields ? 250 : 100);
  // At 20 percent a sync of 1,000 commands takes a tenth more of the processor, for 40 MiB less.
  if (yields) onceHeapHolds(SMALL, () => collectAfter(100));
}

/** Collects old garbage once the heap has grown by this many percent since the last time. */
const collectAfter = (percent: number): void => setFlagsFromString(`--heap-growing-percent=${percent}`);

/** Called after each collection of the young heap. @param mebibytes of all heaps */
function onceHeapHolds(mebibytes: number, then: () => void): void {
  const observer = new PerformanceObserver(() => {
    if (getHeapStatistics().used_heap_size < mebibytes * 1_048_576) return;
    observer.disconnect();
    then();
  });
  observer.observe({ entryTypes: ["gc"] });
}

/** V8 takes a size for the young heap only at its start. After that it grows with the live data. */
function growYoungHeap(): void {
  const held: unknown[] = [];
  while (youngHeap() < YOUNG && held.length < MOST_HELD) held.push(new Array(10_000).fill(held.length));
}

/** MiB. */
function youngHeap(): number {
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space");
  return young === undefined ? YOUNG : Math.round((young.space_used_size + young.space_available_size) / 1_048_576);
}
