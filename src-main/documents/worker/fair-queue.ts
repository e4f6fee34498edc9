/** A round-robin queue: one item of each caller, then the next of each. Each caller's items keep their order. */
export class FairQueue<T> {
  readonly #waiting = new Map<string, T[]>();

  add(caller: string, item: T): void {
    const before = this.#waiting.get(caller);
    if (before === undefined) this.#waiting.set(caller, [item]);
    else before.push(item);
  }

  take(): T | undefined {
    const [turn] = this.#waiting;
    if (turn === undefined) return undefined;
    const [caller, items] = turn;
    const item = items.shift();
    this.#waiting.delete(caller);
    if (items.length > 0) this.#waiting.set(caller, items);
    return item;
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** Whether anything of anybody else waits. */
  hasOther(caller: string): boolean {
    return this.#waiting.size > (this.#waiting.has(caller) ? 1 : 0);
  }

  /** Everything of one caller; nothing of it waits afterwards. */
  takeAll(caller: string): readonly T[] {
    const all = this.#waiting.get(caller) ?? [];
    this.#waiting.delete(caller);
    return all;
  }

  /** Everything that waits; nothing does afterwards. */
  clear(): readonly T[] {
    const all = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    return all;
  }
}
