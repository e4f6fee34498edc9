import { type FSWatcher, watch } from "node:fs";
import { basename, dirname } from "node:path";
import { messageOf } from "../../../src-shared/basics/index.ts";
import { companionFile, companionNames } from "../../../src-shared/foresight/index.ts";

export type FileWatch = Readonly<ReturnType<typeof createFileWatch>>;

/** Editors write a file in several steps. */
const SETTLED_MS = 150;

/**
 * Follows the files that drafts were opened from, as long as the workspace is open.
 * @param changed called with the draft after its file may have changed; the caller compares hashes
 * @param warn called with a message when a folder cannot be watched: changes then show when the flow is opened
 */
export function createFileWatch(changed: (draft: string) => void, warn: (message: string) => void) {
  const folders = new Map<string, FSWatcher>();
  const drafts = new Map<string, string>();
  const timers = new Map<string, NodeJS.Timeout>();

  function settle(path: string): void {
    const draft = drafts.get(path);
    if (draft === undefined) return;
    clearTimeout(timers.get(path));
    const timer = setTimeout(() => changed(draft), SETTLED_MS);
    timer.unref();
    timers.set(path, timer);
  }

  function watchFolder(folder: string): void {
    if (folders.has(folder)) return;
    try {
      // The folder rather than the file: many programs save by putting a new file in the old one's place.
      const watcher = watch(folder, { persistent: false }, (_, name) => {
        for (const path of drafts.keys())
          if (dirname(path) === folder && (name === null || name === basename(path))) settle(path);
      });
      watcher.on("error", (error) => {
        warn(`${folder} is no longer watched for changes: ${error.message}`);
        watcher.close();
        folders.delete(folder);
      });
      folders.set(folder, watcher);
    } catch (error) {
      warn(`${folder} cannot be watched for changes: ${messageOf(error)}`);
    }
  }

  return {
    /** A flow file, and its companions beside it. */
    follow(draft: string, path: string): void {
      for (const each of [path, ...companionNames.map((name) => companionFile(path, name))]) drafts.set(each, draft);
      watchFolder(dirname(path));
    },
    close(): void {
      for (const watcher of folders.values()) watcher.close();
      for (const timer of timers.values()) clearTimeout(timer);
      folders.clear();
      drafts.clear();
    },
  };
}
