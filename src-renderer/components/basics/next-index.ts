/** The target of a key in a list of `count` items; null for a key that does not move the focus. */
export function nextIndex(key: string, index: number, count: number): number | null {
  if (key === "ArrowDown") return Math.min(count - 1, index + 1);
  if (key === "ArrowUp") return Math.max(0, index - 1);
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return null;
}

const ACROSS: Readonly<Record<string, string>> = {
  ArrowRight: "ArrowDown",
  ArrowLeft: "ArrowUp",
  Home: "Home",
  End: "End",
};

/** Like `nextIndex`, for a list whose items are side by side. */
export const nextAcross = (key: string, index: number, count: number): number | null =>
  nextIndex(ACROSS[key] ?? "", index, count);
