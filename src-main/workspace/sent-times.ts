export type SentTimes = Readonly<ReturnType<typeof createSentTimes>>;

/**
 * When this process sent what has no answer yet, by the key of the draft or command.
 * @param clockNow wall time, epoch milliseconds
 * @param steadyNow milliseconds on a clock that cannot be set
 */
export function createSentTimes(clockNow: () => number, steadyNow: () => number) {
  const times = new Map<string, number>();
  return {
    /** It goes out now. */
    sent(key: string): void {
      times.set(key, steadyNow());
    },
    /** Whether this process has sent it, and had no answer. */
    isOut: (key: string): boolean => times.has(key),
    /** When it was sent is asked no more. */
    answered(key: string): void {
      times.delete(key);
    },
    /**
     * Milliseconds since something was sent: by the wall clock, but no more than have gone by in this process, as somebody may have
     * set the wall clock forward. A steady clock may stand still while the machine sleeps, so this may be too little, never too
     * much: it says when something may be sent again, not until when.
     */
    since(key: string, wallSent: number): number {
      const wall = clockNow() - wallSent;
      const sent = times.get(key);
      const steady = sent === undefined ? wall : steadyNow() - sent;
      return steady < 0 ? wall : Math.min(wall, steady);
    },
  };
}
