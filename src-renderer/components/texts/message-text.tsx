import { marksShown } from "../../../src-shared/basics/index.ts";

/** Marks of names and of quoted text in the language's sentences. */
const MARKED = /`([^`]+)`/g;

/** A sentence of the language, with its names in the style of names. */
export function MessageText({ text }: { readonly text: string }) {
  return marksShown(text)
    .split(MARKED)
    .map((part, at) =>
      // Between two marks stands a name. A sentence never changes: a part is its place.
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      at % 2 === 1 ? <code key={at}>{part}</code> : part,
    );
}

/** The same without marks: for titles, labels and notices, and for screen readers. */
export function plainText(text: string): string {
  return marksShown(text).replaceAll(MARKED, "$1");
}
