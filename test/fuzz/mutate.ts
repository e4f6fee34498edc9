import { analyse } from "../../src-shared/language/index.ts";
import { sound } from "../language/fixture.ts";

/** Mulberry32: small, fast, and the same everywhere. */
function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const snippets = [
  "\t",
  "\n",
  "\r",
  "\r\n",
  "  ",
  "- ",
  ": ",
  "? ",
  "#",
  "{",
  "}",
  "[",
  "]",
  ",",
  "'",
  '"',
  "|",
  ">",
  "|+\n",
  "&a ",
  "*a",
  "!x ",
  "<<: *a",
  "---\n",
  "...\n",
  "%YAML 1.1\n",
  "\ufeff",
  "\u0000",
  "\u00a0",
  "\u2028",
  "\ud800",
  "é",
  "😀",
  "__proto__",
  "constructor",
  "null",
  "~",
  "no",
  "1e999",
  "0x1f",
  "-",
  "stages",
  "viewed-by: { users: [bob], documents: [contract] }",
  "template_id: 3",
  "provider: sms_pin",
  "users: []",
  "{}",
  "dsl-version: 0.3",
  "dsl-version: '0.3'",
  "require_auto_start_token: true",
  "&a [*a]",
  "redirect-to",
  "periodically",
];

const seeds = [sound, JSON.stringify(analyse(sound).value, null, 2), JSON.stringify(analyse(sound).value)];

/** A sound text with a few random wounds; now and then plain noise. */
export function mutated(seed: number): string {
  const random = randomOf(seed);
  if (seed % 10 === 0)
    return Array.from({ length: random(200) }, () => String.fromCharCode(random(random(2) ? 0x80 : 0x10000))).join("");
  let text = seeds[random(seeds.length)] ?? sound;
  for (let wounds = 1 + random(4); wounds > 0; wounds -= 1) {
    const from = random(text.length + 1);
    const to = Math.min(text.length, from + random(random(3) ? 12 : 200));
    const piece = snippets[random(snippets.length)] ?? "";
    const copied = text.slice(from, to);
    const insert = [piece, "", copied + copied, piece + copied][random(4)] ?? "";
    text = text.slice(0, from) + insert + text.slice(to);
  }
  return text;
}
