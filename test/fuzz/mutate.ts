import { analyse, exampleExcerpt, exampleText, ruleCatalogue } from "../../src-shared/language/index.ts";
import { sound } from "../fixtures/sound-flow.ts";

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

const broken = ruleCatalogue.filter(({ id }) => id !== "S008").map(({ fails }) => fails);

/** The beginnings of whole flows: reading them is most of what the short texts cost, so they take turns. */
const beginnings = broken.map((example) => exampleText(example).slice(0, 400));

/** Few lines: most of what can go wrong needs no more. */
const shortSeeds = [
  ...broken.map(exampleExcerpt),
  "dsl-version: '0.3.0'\nstages:\n- a: {actions: [], expect: {}}\n- b:\n    actions:\n    - callback: {callback-name: x}\n    expect:\n",
  'process_parameters:\n  messages:\n    a: |\n      Dear all,\n\n      # no comment\n    b: >-\n      folded\n      text\n    c: "x\\ty"\n',
  "x: &a {b: [1, 1.0, no, on, ~, 0x1f, 1e3]}\ny: *a\nz: {<<: *a}\n",
  "__proto__: {constructor: 1}\nprocess:\n  stages:\n    - __proto__: {actions: [], expect: {}}\n",
  '{"dsl-version": "0.3.0", "stages": [{"a": {"actions": [], "expect": {}}}]}',
].map((text) => text.slice(0, 300));

/** A short text with a few wounds; every tenth is noise, bytes or characters. */
export function shortMutated(seed: number): string {
  const random = randomOf(seed);
  if (seed % 10 === 0) return noise(random, 120);
  const whole = seed % 5 === 1 ? beginnings : shortSeeds;
  return wounded(whole[random(whole.length)] ?? "", random, 60);
}

function noise(random: (below: number) => number, length: number): string {
  const bytes = Uint8Array.from({ length: random(length) }, () => random(256));
  if (random(2) === 0) return new TextDecoder().decode(bytes);
  return Array.from(bytes, () => String.fromCharCode(random(random(2) ? 0x80 : 0x10000))).join("");
}

/** A sound text with a few random wounds; now and then plain noise. */
export function mutated(seed: number): string {
  const random = randomOf(seed);
  if (seed % 10 === 0)
    return Array.from({ length: random(200) }, () => String.fromCharCode(random(random(2) ? 0x80 : 0x10000))).join("");
  return wounded(seeds[random(seeds.length)] ?? sound, random, 200);
}

function wounded(whole: string, random: (below: number) => number, widest: number): string {
  let text = whole;
  for (let wounds = 1 + random(4); wounds > 0; wounds -= 1) {
    const from = random(text.length + 1);
    const to = Math.min(text.length, from + random(random(3) ? 12 : widest));
    const piece = snippets[random(snippets.length)] ?? "";
    const copied = text.slice(from, to);
    const insert = [piece, "", copied + copied, piece + copied][random(4)] ?? "";
    text = text.slice(0, from) + insert + text.slice(to);
  }
  return text;
}
