import type { OutputOf } from "../../../src-shared/bridge/index.ts";

export type RemoteRow = OutputOf<"sync.runs.list">["items"][number];
export type RemoteRun = OutputOf<"sync.runs.get">;
export type RemoteChange = RemoteRun["changes"][number];
