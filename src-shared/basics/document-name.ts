/** Characters of a name: enough to tell documents apart, few enough for the head of a column. */
const LONGEST_NAME = 60;

/** What drawing, runs and histories call a document: its title on one line, where that has something to read. */
function nameOf(title: string): string {
  const words = title
    .normalize("NFC")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  const name = Array.from(words).slice(0, LONGEST_NAME).join("").trim();
  return /[\p{L}\p{N}]/u.test(name) ? name : "document";
}

/** A document's name in the text, by its title; one that is taken, in whatever case, gets a number: `Avtal 2`. */
export function documentName(title: string, taken: readonly string[]): string {
  const others = new Set(taken.map((name) => name.toLowerCase()));
  const base = nameOf(title);
  let name = base;
  for (let count = 2; others.has(name.toLowerCase()); count += 1) name = `${base} ${count}`;
  return name;
}
