/** How an SMS is carried: its alphabet, its length in that alphabet's units, and how many messages are paid for. */
export interface SmsLength {
  /** `gsm7`: the 7-bit default alphabet of GSM 03.38. `ucs2`: 16-bit units, for everything else. */
  readonly alphabet: "gsm7" | "ucs2";
  /** Septets or 16-bit units. */
  readonly units: number;
  readonly segments: number;
  /** Units that still fit into the last segment. */
  readonly left: number;
  /** The characters that force 16-bit units, each once, in order; empty in the 7-bit alphabet. */
  readonly forcing: readonly string[];
}

/** The basic table of GSM 03.38, without its escape. */
const BASIC = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
/** The extension table: each takes an escape and itself. */
const EXTENDED = new Set("\f^{}\\[~]|€");

/** Units of a message alone, and of each part of a longer one, whose header takes the rest. */
const ROOM = { gsm7: { alone: 160, part: 153 }, ucs2: { alone: 70, part: 67 } } as const;

/**
 * The length of an SMS [GSM 03.38]. A character that takes two units is never cut in two: where only one unit is left in
 * a part, it goes to the next one. An empty text is one message.
 */
export function smsLength(text: string): SmsLength {
  const forcing = [...new Set(text)].filter((sign) => !BASIC.has(sign) && !EXTENDED.has(sign));
  const alphabet = forcing.length === 0 ? "gsm7" : "ucs2";
  const sizes = [...text].map((sign) => (alphabet === "ucs2" ? sign.length : EXTENDED.has(sign) ? 2 : 1));
  const units = sizes.reduce((sum, size) => sum + size, 0);
  const { alone, part } = ROOM[alphabet];
  if (units <= alone) return { alphabet, units, segments: 1, left: alone - units, forcing };
  let segments = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > part) {
      segments += 1;
      used = 0;
    }
    used += size;
  }
  return { alphabet, units, segments, left: part - used, forcing };
}
