/** The part of DER (X.690) that signatures need. Reading is strict, so that writing the result gives the same bytes. */

/** A value with its own encoding. Tags of one byte only. */
export interface DerNode {
  readonly tag: number;
  readonly content: Uint8Array;
  readonly whole: Uint8Array;
}

export const SEQUENCE = 0x30;
export const SET = 0x31;
export const OCTETS = 0x04;
const INTEGER = 0x02;
const NULL = 0x05;
const OBJECT_ID = 0x06;
/** A context-specific, constructed tag. */
export const context = (number: number): number => 0xa0 | number;

export const sequence = (...members: readonly Uint8Array[]): Uint8Array => encode(SEQUENCE, ...members);
export const set = (...members: readonly Uint8Array[]): Uint8Array => encode(SET, ...members);
export const octets = (bytes: Uint8Array): Uint8Array => encode(OCTETS, bytes);
export const nothing = (): Uint8Array => encode(NULL);
/** @param value 0 to 127 */
export const integer = (value: number): Uint8Array => encode(INTEGER, Uint8Array.of(value));

/** DER orders the members of a SET OF by their encodings (X.690, 11.6). */
export const setOf = (members: readonly Uint8Array[]): Uint8Array => set(...[...members].sort(compare));

export function encode(tag: number, ...contents: readonly Uint8Array[]): Uint8Array {
  const content = concat(contents);
  return concat([Uint8Array.of(tag), lengthOf(content.length), content]);
}

function lengthOf(length: number): Uint8Array {
  if (length < 0x80) return Uint8Array.of(length);
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return Uint8Array.of(0x80 | bytes.length, ...bytes);
}

/** @param dotted such as `1.2.840.113549.1.7.2` */
export function objectId(dotted: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((part) => {
    const digits = [part % 128];
    for (let high = Math.floor(part / 128); high > 0; high = Math.floor(high / 128))
      digits.unshift(0x80 | (high % 128));
    return digits;
  });
  return encode(OBJECT_ID, Uint8Array.from(bytes));
}

/** The value that `bytes` holds from its first byte to its last. @throws Error `malformed` */
export function read(bytes: Uint8Array): DerNode {
  const node = readFirst(bytes);
  if (node.whole.length !== bytes.length) throw malformed();
  return node;
}

/** The value that `bytes` begins with. @throws Error `malformed` */
export const readFirst = (bytes: Uint8Array): DerNode => readAt(bytes, 0);

/** The members of a constructed value. @throws Error `malformed` */
export function membersOf(node: DerNode | undefined): readonly DerNode[] {
  if (node === undefined || (node.tag & 0x20) === 0) throw malformed();
  const members: DerNode[] = [];
  for (let at = 0; at < node.content.length; ) {
    const member = readAt(node.content, at);
    members.push(member);
    at += member.whole.length;
  }
  return members;
}

function readAt(bytes: Uint8Array, at: number): DerNode {
  const tag = bytes[at];
  const start = contentStart(bytes, at);
  const first = bytes[at + 1] ?? 0;
  const length = first < 0x80 ? first : bytes.subarray(at + 2, start).reduce((sum, byte) => sum * 256 + byte, 0);
  const end = start + length;
  if (tag === undefined || (tag & 0x1f) === 0x1f || end > bytes.length) throw malformed();
  const node = { tag, content: bytes.subarray(start, end), whole: bytes.subarray(at, end) };
  // A length has one encoding only.
  if (lengthOf(length).length !== start - at - 1) throw malformed();
  return node;
}

function contentStart(bytes: Uint8Array, at: number): number {
  const first = bytes[at + 1];
  if (first === undefined || first === 0x80 || first > 0x84) throw malformed();
  return at + 2 + (first < 0x80 ? 0 : first & 0x7f);
}

const malformed = (): Error => new Error("malformed");

export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A comparator for `Array.prototype.sort`; 0: equal. */
export function compare(a: Uint8Array, b: Uint8Array): number {
  const differing = a.findIndex((byte, index) => byte !== b[index]);
  if (differing === -1) return a.length - b.length;
  return (a[differing] ?? 0) - (b[differing] ?? -1);
}

export const isSame = (a: Uint8Array, b: Uint8Array): boolean => compare(a, b) === 0;
