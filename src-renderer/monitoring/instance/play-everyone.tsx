import { FileLock2, Flag, ListVideo, Square, SquareCheck, User } from "lucide-react";
import { type AppAction, host, menuEntryOf, notify, notifyError, useActions } from "../../app/index.ts";
import { Button, Menu, type Translate, useTranslation } from "../../components/index.ts";
import { moment, type Pace } from "../following/use-pace.ts";
import type { Detail } from "../types.ts";
import { actStep } from "./act-step.ts";

/** Most people, and documents, that the menu lists; with more, play stage by stage. */
const MOST = 30;
/** Most reasons in one notice. */
const MOST_REASONS = 12;

/** An action whose menu entry is a name below a title. */
interface Named {
  readonly action: AppAction;
  readonly section: string;
  readonly label: string;
}

/** The goal of playing. */
interface Goal {
  /** Whether the goal is reached. */
  readonly reached: (now: Detail) => boolean;
  /** Whether it will be reached without another act. */
  readonly comes?: (now: Detail) => boolean;
}

/** Takes the pending acts of everybody, one after the other: ordinary acts in the history, slowly enough to watch. */
export function PlayEveryone({ instance, pace }: { readonly instance: Detail; readonly pace: Pace }) {
  const { t } = useTranslation();
  const { id, status, stages, participants, documents } = instance;
  const { playing, play, stop } = pace;

  const playTo = (goal: Goal) =>
    void play(
      () => takeNext(id, goal, t),
      "watch",
      () => isLeft(id, goal),
    );
  const group = t("plays.everyone");
  const given = { group, writes: true, disabled: status === "in_progress" ? null : t("plays.ended") };
  const stage = currentStage(instance);
  const unsealed = documents.filter(({ state }) => state === "in_progress").map(({ name }) => name);
  const untilSealed = (key: string, title: string, names: readonly string[]): AppAction => ({
    ...{ ...given, id: `everyone.sealed ${key}`, icon: FileLock2, title },
    run: () => playTo(sealed(names)),
  });
  const plain: readonly AppAction[] = playing
    ? [{ ...given, id: "everyone.stop", icon: Square, title: t("common.stop"), run: stop, disabled: null }]
    : [
        {
          ...given,
          id: "everyone.end",
          icon: Flag,
          title: t("plays.toTheEnd"),
          run: () => playTo({ reached: () => false }),
        },
        {
          ...{ ...given, id: "everyone.stage", icon: SquareCheck, title: t("plays.thisStage") },
          disabled: given.disabled ?? (stages.length === 1 ? t("plays.onlyStage") : null),
          run: () => playTo({ reached: (now) => currentStage(now) !== stage }),
        },
        untilSealed("all", t("plays.untilAllSealed"), unsealed),
      ];
  const people = participants.filter(({ standing }) => standing === "ahead").slice(0, MOST);
  const asked = people.map(({ name }): Named => {
    const reached = (now: Detail) => now.participants.some((one) => one.name === name && one.pending.length > 0);
    const title = t("plays.untilAsked", { who: name });
    return {
      action: {
        ...{ ...given, id: `everyone.until ${name}`, icon: User, title },
        run: () => playTo({ reached }),
      },
      ...{ section: t("plays.untilOneAsked"), label: name },
    };
  });
  const sealedOne = (documents.length === 1 ? [] : unsealed.slice(0, MOST)).map((name): Named => {
    const action = untilSealed(`one ${name}`, t("plays.untilSealed", { document: name }), [name]);
    return { action, section: t("plays.untilOneSealed"), label: name };
  });
  const named = playing ? [] : [...asked, ...sealedOne];
  useActions([...plain, ...named.map(({ action }) => action)]);
  // One button replaces the other and takes its focus: the span holds both.
  return (
    <span>
      {playing ? (
        <Button icon={Square} onClick={stop}>
          {t("common.stop")}
        </Button>
      ) : (
        <Menu
          trigger={
            <Button icon={ListVideo} writes blocked={given.disabled}>
              {group}
            </Button>
          }
          entries={[
            ...plain.map(menuEntryOf),
            ...named.map(({ action, section, label }) => ({ ...menuEntryOf(action), section, label })),
          ]}
        />
      )}
    </span>
  );
}

/** Its index; one after the last if all are done. */
const currentStage = ({ stages }: Detail): number => {
  const at = stages.findIndex(({ state }) => state === "current");
  return at === -1 ? stages.length : at;
};

/** Until none of these documents is open: sealed, or the run ended otherwise. Waits for a seal in progress [G5]. */
const sealed = (names: readonly string[]): Goal => ({
  reached: ({ documents }) => !documents.some(({ name, state }) => state === "in_progress" && names.includes(name)),
  comes: ({ due }) =>
    due.some(
      ({ kind, document, waits }) => kind === "seal" && waits === null && document !== null && names.includes(document),
    ),
});

/** Whether somebody must still act before the goal is reached. */
async function isLeft(id: string, { reached, comes }: Goal): Promise<boolean> {
  const found = await host.call("instances.get", { id });
  return found.ok && found.value.status === "in_progress" && !reached(found.value) && comes?.(found.value) !== true;
}

/** Does one act of the first participant who has a pending act and can do it. Returns whether to go on. */
async function takeNext(id: string, { reached, comes }: Goal, t: Translate): Promise<boolean> {
  const found = await host.call("instances.get", { id });
  if (!found.ok) {
    notifyError(t("plays.stoppedPlaying"), found.error);
    return false;
  }
  const now = found.value;
  if (reached(now)) return false;
  if (comes?.(now)) return moment().then(() => true);
  if (now.status !== "in_progress") return false;
  const asked = now.participants.filter(({ pending }) => pending.length > 0);
  // A participant who cannot go on does not block the others.
  const why: string[] = [];
  for (const { name, locked, pending } of asked) {
    const [act] = pending;
    if (locked || act === undefined) {
      why.push(t("plays.lockedOut", { who: name }));
      continue;
    }
    const done = await host.call("plays.act", { id, step: actStep(name, act), when: "once seen" });
    if (done.ok) return true;
    why.push(`${t("plays.actFailed", { who: name })}: ${done.error.message}`);
  }
  notify(t("plays.stoppedPlaying"), why.length === 0 ? t("plays.nobodyAsked") : why.slice(0, MOST_REASONS).join("\n"));
  return false;
}
