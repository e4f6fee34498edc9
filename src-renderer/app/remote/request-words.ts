import type { OutputOf } from "../../../src-shared/bridge/index.ts";
import type { TextKey, Translate } from "../../components/index.ts";
import { shortId } from "./run-names.ts";

export type Planned = OutputOf<"sync.run">["planned"][number];

const OF_DRAFTS: ReadonlySet<string> = new Set(["createDraft", "changeDraft", "removeDraft", "upload", "createFolder"]);
const NAMED: ReadonlySet<string> = new Set([
  ...["startInstance", "startDraft", "cancelInstance", "prolongInstance", "setRetention"],
  ...["remindParticipants", "trashInstance", "restoreInstance", "removeInstance"],
  ...["signDocument", "approveDocument", "rejectDocument", "rejectInstance"],
]);

/** Whether a planned request belongs to a flow, which can be excluded from a sync. */
export const isOfDraft = ({ kind }: Pick<Planned, "kind">): boolean => OF_DRAFTS.has(kind);

/** The host's `“Loan”` and `untitled flow 7` in the reader's language; other names unchanged. */
export function flowWords(t: Translate, title: string): string {
  const [, untitled] = /^untitled flow (.*)$/s.exec(title) ?? [];
  if (untitled !== undefined) return t("sync.untitledFlow", { id: untitled });
  const [, name] = /^“(.*)”$/s.exec(title) ?? [];
  return name === undefined ? title : t("common.quoted", { name });
}

/** The title of a flow, or of a run if the sentence says so. */
const quoted = (t: Translate, title: string): string => flowWords(t, title.replace(/^(?:run|draft) /, ""));

/** With the remote id of its run: many runs share a title. */
export const ofRun = (words: string, remoteId: string | null): string =>
  remoteId === null || words.includes(remoteId) ? words : `${words} (${shortId(remoteId)})`;

/** A planned request in words. */
export function requestWords(
  t: Translate,
  {
    what,
    kind,
    title,
    flow = "",
    remoteId = null,
    days = null,
  }: Pick<Planned, "what" | "kind" | "title"> & Partial<Pick<Planned, "flow" | "remoteId" | "days">>,
): string {
  if (!OF_DRAFTS.has(kind) && !NAMED.has(kind)) return what;
  const words = t(`sync.request.${kind}` as TextKey, {
    title: ofRun(quoted(t, title), remoteId),
    ...(days !== null && { count: days }),
  });
  return flow === "" ? words : t("sync.request.ofFlow", { words, flow: t("common.quoted", { name: flow }) });
}

/** Its path; ids that are unknown before sending are left open. */
export const requestPath = ({ method, path }: Pick<Planned, "method" | "path">): string =>
  `${method} ${path.replace(/\/(?=\/)/g, "/…")}`;
