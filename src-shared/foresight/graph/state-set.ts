/** A set of states, each as a row of small integers. */
export class StateSet {
  size = 0;
  private readonly width: number;
  /** Rows, one after the other. */
  private rows: Int32Array;
  /** By hash, the number of a state; -1 for an empty place. */
  private places: Int32Array;

  constructor(width: number) {
    this.width = width;
    this.rows = new Int32Array(width * 1024);
    this.places = new Int32Array(4096).fill(-1);
  }

  /** @returns the number of the state with this row; -1 if it is new: it then becomes the last one, `size - 1` */
  add(row: Int32Array): number {
    if (this.size * 2 >= this.places.length) this.grow();
    const mask = this.places.length - 1;
    let place = hashOf(row, 0, this.width) & mask;
    for (;;) {
      const known = this.places[place] ?? -1;
      if (known < 0) break;
      if (this.isRow(known, row)) return known;
      place = (place + 1) & mask;
    }
    this.places[place] = this.size;
    if ((this.size + 1) * this.width > this.rows.length) this.rows = enlarged(this.rows);
    this.rows.set(row, this.size * this.width);
    this.size += 1;
    return -1;
  }

  private isRow(state: number, row: Int32Array): boolean {
    const from = state * this.width;
    for (let column = 0; column < this.width; column += 1) {
      if (this.rows[from + column] !== row[column]) return false;
    }
    return true;
  }

  private grow(): void {
    const places = new Int32Array(this.places.length * 2).fill(-1);
    const mask = places.length - 1;
    for (let state = 0; state < this.size; state += 1) {
      let place = hashOf(this.rows, state * this.width, this.width) & mask;
      while ((places[place] ?? -1) >= 0) place = (place + 1) & mask;
      places[place] = state;
    }
    this.places = places;
  }
}

/** A copy with the same contents and twice the length. */
export function enlarged(list: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(list.length * 2);
  larger.set(list);
  return larger;
}

function hashOf(rows: Int32Array, from: number, width: number): number {
  let hash = 0;
  for (let at = from; at < from + width; at += 1) {
    hash = Math.imul(hash ^ (rows[at] ?? 0), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}
