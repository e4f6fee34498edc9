/** One or two letters for a name such as `alice`, `Ada Lovelace` or `second-signer`. */
export function initials(name: string): string {
  const words = name.split(/[\s_.-]+/).filter((word) => word !== "");
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters.map((word) => Array.from(word ?? "?")[0]?.toUpperCase() ?? "?").join("");
}
