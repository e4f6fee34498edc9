/** Keeps messages readable when the author's text is long or holds line ends. */
export function short(value: string, most = 60): string {
  const line = value.replace(/\s+/g, " ");
  return line.length <= most ? line : `${line.slice(0, most - 3)}…`;
}
