import type { InputOf } from "../../../src-shared/bridge/index.ts";
import { callOrNotify, goTo, host, notify, stepTaken, toasts, useSentence, useTime } from "../../app/index.ts";
import { useBusy, useTranslation } from "../../components/index.ts";
import { storyOf } from "../history/fold-history.ts";
import type { Detail } from "../types.ts";

/** An instant in epoch milliseconds, the next due item, or an ISO 8601 duration from now. */
export type Target = InputOf<"clocks.advance">["target"];

/** Events of the run to read, to report what happened. */
const READ = 100;
/** Wall time in milliseconds: a clock that moves for longer shows what it waits for. */
const SLOW_MS = 2000;

/** Moves the run's virtual clock, and reports the events of the run on the way [C6]. */
export function useAdvance({ id, clock, lastSeq, timeZone }: Detail): {
  readonly busy: boolean;
  readonly advance: (target: Target) => void;
} {
  const { t } = useTranslation();
  const sentence = useSentence(useTime(timeZone));
  const { busy, unlessBusy } = useBusy();

  const notifyWhatHappened = async (elsewhere: number) => {
    const history = await host.call("instances.history", { id, after: lastSeq, limit: READ });
    const lines = history.ok ? storyOf(history.value.items) : [];
    const [first, ...more] = lines.map(({ lead }) => lead);
    if (first === undefined) return notify(t("clock.moved", { count: elsewhere }));
    const mail = first.opens.find(({ what }) => what === "mail");
    const query = mail === undefined || more.length > 0 ? { tab: "history" } : { tab: "mail", open: mail.id };
    const rest = more.length > 0 ? t("clock.movedMore", { count: more.length }) : undefined;
    notify(sentence(first), rest, { label: t("common.view"), run: () => goTo("instances", id, query) });
  };
  const move = async (target: Target) => {
    let said: string | null = null;
    const slow = window.setTimeout(() => {
      said = notify(t("clock.slow"), t("clock.slowText"), undefined, true);
    }, SLOW_MS);
    const moved = await callOrNotify(t("clock.failed"), "clocks.advance", { id: clock.id, target });
    window.clearTimeout(slow);
    if (said !== null) toasts.close(said);
    return moved;
  };
  const advance = async (target: Target) => {
    const moved = await unlessBusy(() => move(target));
    if (!moved) return;
    stepTaken("skip");
    await notifyWhatHappened(moved.ran.length);
  };
  return { busy, advance: (target) => void advance(target) };
}
