import { MOST_AT_ONCE } from "./transport.ts";

export type Throttle = Readonly<ReturnType<typeof createThrottle>>;

/** Lets wall milliseconds go by. */
export type Wait = (milliseconds: number) => Promise<unknown>;

/** Throttles one account's requests: a few at once, none while the service asks for a pause [Y13]. */
export function createThrottle(now: () => number, wait: Wait) {
  const waiting: (() => void)[] = [];
  let free = MOST_AT_ONCE;
  let notBefore = 0;

  async function enter(): Promise<void> {
    if (free > 0) free -= 1;
    else await new Promise<void>((go) => waiting.push(go));
  }

  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  }

  return {
    wait,
    /** How many wait for their turn. */
    get queued(): number {
      return waiting.length;
    },
    /** Until then, nothing of the account is asked. */
    holdFor(milliseconds: number): void {
      notBefore = Math.max(notBefore, now() + milliseconds);
    },
    async turn<T>(work: () => Promise<T>): Promise<T> {
      await enter();
      try {
        for (let rest = notBefore - now(); rest > 0; rest = notBefore - now()) await wait(rest);
        return await work();
      } finally {
        leave();
      }
    },
  };
}
