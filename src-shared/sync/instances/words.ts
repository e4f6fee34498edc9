import type { CommandKind, InstanceCommand } from "./next-command.ts";

/** What each command does; its run is named beside it. */
export const COMMAND_WORDS: Readonly<Record<CommandKind, string>> = {
  cancel: "cancel",
  prolong: "extend the deadline",
  remind: "remind participants",
  trash: "put into the trash",
  restore: "take out of the trash",
  delete: "delete",
};

/** That a command extends a deadline by; null: it extends none. */
export const daysOf = (command: InstanceCommand): number | null => (command.kind === "prolong" ? command.days : null);

/** With the days that a deadline is extended by; null: none is. */
export const withDays = (words: string, days: number | null): string =>
  days === null ? words : `${words} by ${days} ${days === 1 ? "day" : "days"}`;

/** A command in words: `extend the deadline by 3 days`. */
export const commandInWords = (command: InstanceCommand): string =>
  withDays(COMMAND_WORDS[command.kind], daysOf(command));

/** A run on an account in words. @param id there, or its key where that is not known */
export const runInWords = (title: string, id: string): string => (title === "" ? `run ${id}` : `run “${title}”`);
