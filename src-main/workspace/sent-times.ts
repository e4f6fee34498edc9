export type SentTimes = Readonly<ReturnType<typeof createSentTimes>>;

/**
 * When this process sent requests that have no answer yet, by the key of the draft or command.
 * @param clockNow wall time, epoch milliseconds
 * @param steadyNow milliseconds on a clock that cannot be set
 */
export function createSentTimes(clockNow: () => number, steadyNow: () => number) {
  const times = new Map<string, number>();
  return {
    /** Records that it is sent now. */
    sent(key: string): void {
      times.set(key, steadyNow());
    },
    /** Whether this process sent it and got no answer. */
    isOut: (key: string): boolean => times.has(key),
    /** Forgets when it was sent. */
    answered(key: string): void {
      times.delete(key);
    },
    /**
     * Milliseconds since it was sent, by the wall clock, but at most the time elapsed in this process: somebody may
     * have set the wall clock forward. A steady clock may stop while the machine sleeps, so this may be too small, not
     * too large: it says when it may be sent again, not until when.
     */
    since(key: string, wallSent: number): number {
      const wall = clockNow() - wallSent;
      const sent = times.get(key);
      const steady = sent === undefined ? wall : steadyNow() - sent;
      return steady < 0 ? wall : Math.min(wall, steady);
    },
  };
}
