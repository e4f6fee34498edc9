import type { Migration } from "../migration.ts";

/** Drafts without a title were listed under a name that no text holds; a list's title is the text's own, or none. */
export const draftsWithoutTitles: Migration = {
  version: 6,
  name: "drafts-without-titles",
  script: `
    UPDATE drafts SET title = '', titleFolded = ''
    WHERE title = 'Untitled flow' AND instr(text, 'Untitled flow') = 0 AND instr(goodText, 'Untitled flow') = 0;
  `,
};
