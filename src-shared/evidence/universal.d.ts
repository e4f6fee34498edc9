/** Pure, and available in every shell, but not declared by this room's libraries. */
declare class TextEncoder {
  encode(text: string): Uint8Array;
}
declare class TextDecoder {
  constructor(label?: string);
  decode(bytes: Uint8Array): string;
}
declare function btoa(latin1: string): string;
