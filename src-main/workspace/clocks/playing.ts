import type { Workspace } from "../workspace.ts";

/** Wall milliseconds between two steps. */
const STEP = 500;
/**
 * The most wall time that one step counts: seals, or a sleeping machine, hold up a playing clock, and it must not jump
 * over that time afterwards.
 */
const COUNTED_AT_MOST = 2 * STEP;
/** Flow time per wall time: a second a second up to a week a second. */
const FASTEST = 7 * 86_400;
const PAGE = 500;

interface PlayersOptions {
  readonly workspace: Pick<Workspace, "runner" | "reads" | "clockNow" | "publish">;
  /** Moves the clock on from its current instant [C6]; false: the move failed, and has reported why. */
  readonly moveOn: (clockId: string, milliseconds: number) => Promise<boolean>;
  readonly log: (message: string, error: unknown) => void;
}

interface Player {
  readonly clockId: string;
  readonly speed: number;
  /** Wall time of the previous step. */
  last: number;
}

export const isSpeed = (speed: number): boolean => Number.isInteger(speed) && speed >= 1 && speed <= FASTEST;

/** Clocks that play. The host moves them: a closed app plays nothing, and opens with every clock stopped. */
export function createPlayers({ workspace, moveOn, log }: PlayersOptions) {
  const players = new Map<string, Player>();
  const publishClock = (clockId: string) => workspace.publish({ kind: "clock", id: clockId, instanceId: null });

  function later(player: Player): void {
    setTimeout(() => void step(player), STEP).unref();
  }

  function stop(clockId: string): void {
    if (players.delete(clockId)) publishClock(clockId);
  }

  async function step(player: Player): Promise<void> {
    const { clockId, speed } = player;
    const isPlaying = () => players.get(clockId) === player && !workspace.runner.closing;
    if (!isPlaying()) return;
    const wall = workspace.clockNow();
    const elapsed = Math.min(Math.max(wall - player.last, 0), COUNTED_AT_MOST);
    player.last = wall;
    try {
      const moved = await moveOn(clockId, elapsed * speed);
      if (!isPlaying()) return;
      if (moved && !isOver(workspace, clockId)) later(player);
      else stop(clockId);
    } catch (error) {
      if (!isPlaying()) return;
      stop(clockId);
      log(`The clock ${clockId} was stopped: it could not be moved.`, error);
    }
  }

  return {
    /** Null: the clock is stopped. */
    speed: (clockId: string): number | null => players.get(clockId)?.speed ?? null,
    /** Plays at `speed` from now on, in place of any earlier speed. */
    play(clockId: string, speed: number): void {
      const player = { clockId, speed, last: workspace.clockNow() };
      players.set(clockId, player);
      publishClock(clockId);
      later(player);
    },
    pause: stop,
  };
}

/** Only retention is left on the clock: going on would only delete what the author looks at. */
export function isOver({ reads }: Pick<Workspace, "reads">, clockId: string): boolean {
  const due = reads.jobs.due(clockId, Number.MAX_SAFE_INTEGER, PAGE);
  return due.length < PAGE && due.every(({ kind }) => kind === "retention");
}
