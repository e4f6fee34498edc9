/** Pure, and in every shell; neither the language's library nor any other that this room has declares them. */
declare class TextEncoder {
  encode(text: string): Uint8Array;
}
declare class TextDecoder {
  constructor(label?: string);
  decode(bytes: Uint8Array): string;
}
declare function btoa(latin1: string): string;
