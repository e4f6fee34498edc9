/**
 * Tells when an answer to what is under way has not come for a while, and once one has or nothing is asked any more.
 * @param after wall milliseconds
 * @param now wall time, epoch milliseconds
 * @param tell since when no answer has come; null: one has, or none is waited for
 */
export function silence(after: number, now: () => number, tell: (since: number | null) => void) {
  let underWay = 0;
  let isTold = false;
  let timer: NodeJS.Timeout | undefined;
  const begin = () => {
    clearTimeout(timer);
    if (isTold) tell(null);
    isTold = false;
    if (underWay === 0) return;
    const since = now();
    timer = setTimeout(() => {
      isTold = true;
      tell(since);
    }, after);
  };
  return {
    asks(): void {
      underWay += 1;
      if (underWay === 1) begin();
    },
    /** @param answered whether a whole answer came */
    over(answered: boolean): void {
      underWay -= 1;
      if (answered || underWay === 0) begin();
    },
  };
}
