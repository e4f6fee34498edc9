import type { Result } from "./host-errors.ts";
import type { DraftDetail } from "./host-types.ts";

/** How a draft and the file that it was opened from stand. */
export interface DraftFileState {
  readonly path: string;
  readonly name: string;
  /** The file since the two last agreed; missing: it cannot be read. */
  readonly on: "same" | "changed" | "missing";
  /** Whether the draft was edited since then. */
  readonly ahead: boolean;
}

/** Drafts that were opened from files on this machine. `resource_not_found` where a draft has no file. */
export interface DraftFileCases {
  /** The draft of a flow file, made at the first time. A zip is taken in anew each time. */
  open(path: string): Promise<Result<DraftDetail>>;
  /** null: the draft has no file. From then on a change of the file is told as a change of the draft. */
  state(id: string): Promise<Result<DraftFileState | null>>;
  /** The file's text, with document ids where they are known. */
  text(id: string): Promise<Result<string>>;
  /** The file's text becomes the draft's newest version, PDFs included. */
  take(id: string, expectedRevision: number): Promise<Result<DraftDetail>>;
  /** The draft stays as it is; the file's present text counts as seen. */
  keep(id: string): Promise<Result<null>>;
  /** Writes the draft to the file, new PDFs beside it. `conflict_error` when the file has changed since it was last seen. */
  save(id: string): Promise<Result<null>>;
}
