/** What hides, turns or breaks a name: Cc, Cf apart from joiners, Zl, Zp. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/u;

/** The first character that a typed signature may not hold, such as `U+202E`; null: there is none. */
export function unseenIn(name: string): string | null {
  const code = UNSEEN.exec(name)?.[0].codePointAt(0);
  return code === undefined ? null : `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Characters of a typed signature. */
export const LONGEST_TYPED = 200;

/** The signature that a name is offered as: a longer one is cut, not within a sign of two units. */
export const typedFrom = (name: string): string =>
  name
    .trim()
    .slice(0, LONGEST_TYPED)
    .replace(/[\ud800-\udbff]$/, "");
