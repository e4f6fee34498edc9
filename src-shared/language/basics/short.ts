/** Keeps messages readable when the author's text is long or holds line ends; whole characters, whatever the text. */
export function short(value: string, most = 60): string {
  const line = value.replace(/\s+/g, " ");
  const shown = line.length <= most ? line : `${line.slice(0, most - 3).replace(/[\ud800-\udbff]$/, "")}…`;
  return shown.toWellFormed();
}
