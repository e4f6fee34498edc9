import type { OutputOf } from "../../src-shared/bridge/index.ts";

export type Account = OutputOf<"sync.accounts.list">["items"][number];
export type OpenDraft = OutputOf<"sync.drafts.list">["items"][number];
export type SyncReport = OutputOf<"sync.run">;
export type Planned = SyncReport["planned"][number];
export type Note = SyncReport["refused"][number];
export type OpenOfRun = OutputOf<"sync.commands.list">["items"][number];
