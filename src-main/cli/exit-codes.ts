/** Exit codes, the same for every command; `countersign help` and README.md list them. */

/** Done, and nothing wrong or different was found. */
export const DONE = 0;
/** Done, and something was found: errors, changes, damage, an incomplete run. Also a bug in Countersign itself. */
export const FOUND = 1;
/** Not done: the command line, or a file, workspace, port or disk that it needs, cannot be used. */
export const NOT_DONE = 2;

/** Ctrl-C ended it early; the code is the shells' convention. */
export const INTERRUPTED = 130;

/** The list at the end of the help. */
export const EXIT_CODES = `
Exit codes of every command:
  ${DONE}  done, nothing found
  ${FOUND}  done, something found: errors, changes, damage, a run that did not
     complete
  ${NOT_DONE}  not done: the command line, or a file, workspace or port that it names,
     cannot be used
Of countersign sync, account and remote also:
  3  conflicts are open
  4  something was refused, or perhaps sent
  5  a service could not be reached
  ${INTERRUPTED}  canceled with Ctrl-C`;
