/** Whether a document of a flow is given by its id; else by a path, in a file [R007]. */
export const isDocumentId = (value: string): boolean => /^\d+$/.test(value);

/** A path that a file may hold: relative, with a name at its end, and no address of another kind. */
export function isDocumentPath(value: string): boolean {
  if (value !== value.trim() || /^(?:[/\\]|[A-Za-z][A-Za-z0-9+.-]*:)/.test(value)) return false;
  return /^\.{1,2}\/.*[^/]$/.test(value) || /\.pdf$/i.test(value);
}

/** Whether a relative path leads out of its folder, by its segments alone. */
export function leadsOut(path: string): boolean {
  let depth = 0;
  for (const part of path.split(/[/\\]/)) {
    if (part === "..") depth -= 1;
    else if (part !== "" && part !== ".") depth += 1;
    if (depth < 0) return true;
  }
  return false;
}

/** What stands in a draft for an id that its file brought along, so that no document of this workspace is taken for it. */
export const ofAnotherWorkspace = (id: string): string => `./id-${id}-of-another-workspace.pdf`;

/** The id that such a value stands for; null: it is another value. */
export const idElsewhere = (value: string): string | null =>
  /^\.\/id-(\d+)-of-another-workspace\.pdf$/.exec(value)?.[1] ?? null;
