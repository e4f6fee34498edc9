const LARGEST = 128;
/** Wall milliseconds that an answer waits for others at most. */
const LONGEST = 5;

/** Lets attempts that end close together be recorded in one commit: a commit waits for the disk, an answer does not. */
export function createCommitBatcher() {
  let underWay = 0;
  let waiting: (() => void)[] = [];
  let timer: NodeJS.Timeout | null = null;

  function release(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const released = waiting;
    waiting = [];
    for (const resolve of released) resolve();
  }

  function together(): Promise<void> {
    return new Promise((resolve) => {
      waiting.push(resolve);
      if (underWay === 0 || waiting.length >= LARGEST) release();
      else timer ??= setTimeout(release, LONGEST);
    });
  }

  return {
    /** Settles as `attempt` does, but together with others; at once where nothing else is under way. */
    async during<T>(attempt: () => Promise<T>): Promise<T> {
      underWay += 1;
      try {
        return await attempt();
      } finally {
        underWay -= 1;
        await together();
      }
    },
  };
}
