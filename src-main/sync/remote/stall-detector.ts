/**
 * Reports when open requests get no answer for a while, and when one comes or none is open.
 * @param after wall milliseconds
 * @param now wall time, epoch milliseconds
 * @param tell gets the time since the last answer; null: answered, or none open
 */
export function createStallDetector(after: number, now: () => number, tell: (since: number | null) => void) {
  let underWay = 0;
  let since = 0;
  let isTold = false;
  let timer: NodeJS.Timeout | undefined;
  const fire = () => {
    isTold = true;
    tell(since);
  };
  const begin = () => {
    if (isTold) tell(null);
    isTold = false;
    if (underWay === 0) {
      clearTimeout(timer);
      timer = undefined;
      return;
    }
    since = now();
    // After each of thousands of answers: a new timer would cost more.
    timer = timer?.refresh() ?? setTimeout(fire, after);
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
