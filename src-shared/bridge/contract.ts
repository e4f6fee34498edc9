/**
 * The one contract between renderer and host. Client and server types are derived from `procedures`; both sides parse
 * every input and output. Times are epoch milliseconds. Lists are pages of summaries (law 10).
 */
import { z } from "zod";
import type { DeepReadonly } from "../service/index.ts";
import { type document, type draft, draftProcedures } from "./drafts.ts";
import { instanceProcedures } from "./instances.ts";
import { messageProcedures } from "./messages.ts";
import type { bridgeError } from "./parts.ts";
import { playProcedures } from "./plays.ts";
import { remoteRunProcedures } from "./remote-runs.ts";
import { syncProcedures } from "./sync.ts";
import { workspaceProcedures } from "./workspace.ts";

export const procedures = {
  ...workspaceProcedures,
  ...draftProcedures,
  ...instanceProcedures,
  ...playProcedures,
  ...messageProcedures,
  ...syncProcedures,
  ...remoteRunProcedures,
} as const;

export type Procedures = typeof procedures;
export type ProcedureName = keyof Procedures;
export type InputOf<N extends ProcedureName> = z.input<Procedures[N]["input"]>;
export type ParsedInputOf<N extends ProcedureName> = z.output<Procedures[N]["input"]>;
export type OutputOf<N extends ProcedureName> = z.output<Procedures[N]["output"]>;
export type BridgeError = z.output<typeof bridgeError>;
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: BridgeError };

/** The host's side: one function per procedure. Only fields in the output schema leave the host. */
export type BridgeHandlers = {
  readonly [N in ProcedureName]: (input: ParsedInputOf<N>) => Promise<Result<DeepReadonly<OutputOf<N>>>>;
};

/** The one subscription: something changed; views that show it ask again. */
export const changeNotice = z.object({
  kind: z.enum(["draft", "instance", "mail", "callback", "clock", "settings", "document", "account"]),
  id: z.string(),
});
export type ChangeNotice = z.output<typeof changeNotice>;

export interface SentFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The renderer's side, over Electron IPC or a WebSocket. */
export interface BridgeClient {
  call<N extends ProcedureName>(name: N, input: InputOf<N>): Promise<Result<OutputOf<N>>>;
  /** Returns the function that ends the subscription. */
  onChange(listener: (notice: ChangeNotice) => void): () => void;
  /** `false` while the host cannot be reached; no typed text is lost. Called immediately once the state is known. */
  onConnection(listener: (connected: boolean) => void): () => void;
  /** Sends a PDF's bytes outside the message channel (law 10). */
  upload(file: SentFile): Promise<Result<z.output<typeof document>>>;
  /** Creates a draft from a zip with a flow file and its PDFs; sent like `upload`. */
  importArchive(file: SentFile): Promise<Result<z.output<typeof draft>>>;
}

/** Frames of the WebSocket; Electron IPC carries the same values. */
export const clientFrame = z.object({ id: z.number().int(), call: z.string(), input: z.unknown() });
export const hostFrame = z.union([
  z.object({ id: z.number().int(), result: z.unknown() }),
  z.object({ change: changeNotice }),
]);
