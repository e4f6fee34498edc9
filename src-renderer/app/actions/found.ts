import { useMemo } from "react";
import { type InputOf, type OutputOf, searchWords } from "../../../src-shared/bridge/index.ts";
import { useTranslation } from "../../components/index.ts";
import { useCall } from "../connection/use-call.ts";
import { useLast } from "../connection/use-last.ts";
import { useTime } from "../language/use-time.ts";
import { goTo } from "../navigation/navigate.ts";
import type { AppAction } from "./actions.ts";

type Hit = OutputOf<"search.find">["items"][number];

/** A search result, to be opened. */
export interface HitAction extends AppAction {
  /** Distinguishes it from others with its name; null: its name does. */
  readonly where: string | null;
}

export const isHit = (action: AppAction): action is HitAction => "where" in action;

const NONE: readonly HitAction[] = [];

/** Results that contain the words, and similar spellings; the most recent flows and runs for an empty query. */
export function useFound(typed: string): {
  readonly named: readonly HitAction[];
  readonly alike: readonly HitAction[];
  /** Found by earlier words: the search for the current ones is pending. */
  readonly isOld: boolean;
} {
  const { t } = useTranslation();
  const time = useTime();
  const called = useMemo(() => calledIn(t), [t]);
  const { value, loading: isOld } = useCall("search.find", { typed, called }, ["draft", "instance"]);
  const found = useLast(value, isOld);
  return useMemo(() => {
    const hits = found?.items.map((hit) => hitAction(hit, t, time)) ?? NONE;
    return found?.alike ? { named: NONE, alike: hits, isOld } : { named: hits, alike: NONE, isOld };
  }, [found, isOld, t, time]);
}

type T = ReturnType<typeof useTranslation>["t"];

/** The names of the kinds of results in the reader's language. */
const calledIn = (t: T) =>
  Object.fromEntries(
    searchWords.map((word) => [word, t(`palette.called.${word}`)]),
  ) as InputOf<"search.find">["called"];

type Times = ReturnType<typeof useTime>;

function hitAction(hit: Hit, t: T, time: Times): HitAction {
  return {
    id: `open.${hit.kind}.${hit.instanceId}.${hit.id}`,
    group: t(`palette.kind.${hit.kind}`),
    title: hit.name || t(hit.kind === "mail" ? "palette.sms" : "common.untitled"),
    where: whereOf(hit, t, time),
    run: () => goTo(...placeOf(hit)),
  };
}

function whereOf({ kind, detail, status, flow, instanceTitle, forkNumber, at }: Hit, t: T, time: Times): string | null {
  const fork = forkNumber === null ? null : t("fork.mark", { number: forkNumber });
  const inside = flow ? t("palette.inFlow", { title: flow.title || t("common.untitled") }) : instanceTitle;
  const place = kind === "flow" || kind === "run" ? null : inside || t("common.untitled");
  const parts = [
    detail,
    status && t(`status.${status}`, { count: 1 }),
    place,
    fork,
    at && `${time.dateTime(at)} ${time.timeZone}`,
  ].filter(Boolean);
  return parts.length === 0 ? null : parts.join(" · ");
}

function placeOf({ kind, id, name, flow, instanceId }: Hit): Parameters<typeof goTo> {
  switch (kind) {
    case "flow":
      return ["flows", id];
    case "person":
      return flow ? ["flows", flow.id, { person: name }] : ["instances", instanceId];
    case "run":
      return ["instances", instanceId];
    case "document":
      return ["instances", instanceId, { tab: "documents", open: id }];
    case "mail":
      return ["mailbox", id];
    case "callback":
      return ["callbacks", id];
  }
}
