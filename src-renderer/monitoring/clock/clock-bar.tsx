import { CalendarClock, Clock, FastForward, SkipForward } from "lucide-react";
import { useState } from "react";
import { latestClock } from "../../../src-shared/basics/index.ts";
import { ActionButton, type AppAction, useActions, useTime } from "../../app/index.ts";
import {
  DateField,
  FORM_PROBLEM,
  FormDialog,
  fromLocalInput,
  InputField,
  isNoDate,
  isSkipped,
  type TextKey,
  toLocalInput,
  useTranslation,
} from "../../components/index.ts";
import type { Detail } from "../types.ts";
import { type Due, dueName, nextOf } from "./due-rows.ts";
import { Player, speedName } from "./player.tsx";
import { type Target, useAdvance } from "./use-advance.ts";
import "./clock.css";

const DAY_MS = 86_400_000;

/** The run's clock: its time, the next event, and the ways to get there [C6]. */
export function ClockBar({ instance }: { readonly instance: Detail }) {
  const { t } = useTranslation();
  const time = useTime(instance.timeZone);
  const next = nextOf(instance.due);
  const waited = instance.due.find(({ wall }) => wall);
  const { speed } = instance.clock;
  const slow = speed !== null && speed <= 60;
  return (
    <section className="clock-bar" aria-label={t("common.clock")}>
      <span className="clock-now">
        {instance.clock.virtual ? <FastForward className="icon" aria-hidden /> : <Clock className="icon" aria-hidden />}
        <span>
          <strong>{slow ? time.dateSecond(instance.clock.now) : time.dateTime(instance.clock.now)}</strong>
          <span className="soft"> {t(clockState(instance.clock), { speed: speedName(instance.clock.speed) })}</span>
        </span>
      </span>
      <span className="clock-next soft">
        {next
          ? t("clock.next", { what: dueName(next), when: time.relative(next.at, instance.clock.now) })
          : t(waited ? "clock.waitsFor" : "clock.nothingDue", { what: waited && dueName(waited) })}
      </span>
      {instance.clock.virtual && <ClockControls instance={instance} next={next} />}
    </section>
  );
}

const clockState = ({ virtual, speed }: Detail["clock"]): TextKey =>
  !virtual ? "clock.realLong" : speed === null ? "clock.ownLong" : "clock.playing";

function ClockControls({ instance, next }: { readonly instance: Detail; readonly next: Due | null }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const { busy, advance } = useAdvance(instance);

  const ofClock = { group: t("common.clock"), writes: true };
  const actions: readonly AppAction[] = [
    {
      ...ofClock,
      id: "clock.next",
      icon: SkipForward,
      title: t("clock.toNext"),
      disabled: next ? null : t("clock.nothingDue"),
      run: () => advance({ toNextDue: true }),
    },
    { ...ofClock, id: "clock.day", icon: FastForward, title: t("clock.day"), run: () => advance({ by: "P1D" }) },
    { ...ofClock, id: "clock.date", icon: CalendarClock, title: t("clock.toDate"), run: () => setAsking(true) },
  ];
  useActions(actions);
  return (
    <span className="buttons">
      <Player clock={instance.clock} next={next} />
      {actions.map((action) => (
        <ActionButton key={action.id} action={action} busy={busy} />
      ))}
      {asking && <ToDate instance={instance} onGo={advance} onClose={() => setAsking(false)} />}
    </span>
  );
}

interface ToDateProps {
  readonly instance: Detail;
  readonly onGo: (target: Target) => void;
  readonly onClose: () => void;
}

function ToDate({ instance, onGo, onClose }: ToDateProps) {
  const { t } = useTranslation();
  const { timeZone, clock } = instance;
  const [text, setText] = useState(() => toLocalInput(clock.now + DAY_MS, timeZone));
  const target = fromLocalInput(text, timeZone);
  const problem = whyNot();

  function whyNot(): string | null {
    if (target === null) return t(isNoDate(text) ? "clock.noSuchDate" : "clock.noDate");
    if (target < clock.now) return t("clock.notBack");
    return target > latestClock ? t("clock.tooLate") : null;
  }
  const skipped = (shown: number) =>
    t("clock.skipped", { typed: text.trim().replace("T", " "), shown: toLocalInput(shown, timeZone) });
  const go = () => {
    onClose();
    if (target !== null) onGo({ to: target });
  };
  return (
    <FormDialog
      title={t("clock.dateTitle")}
      description={t("clock.toDateText", { zone: timeZone })}
      done={t("clock.go")}
      problem={problem}
      {...(target !== null && isSkipped(text, timeZone) && { note: skipped(target) })}
      blocked={problem}
      onSubmit={go}
      onClose={onClose}
    >
      <DateField value={text} onPick={setText}>
        <InputField
          label={t("clock.date")}
          placeholder={toLocalInput(clock.now + DAY_MS, timeZone)}
          value={text}
          onChange={setText}
          aria-invalid={problem !== null}
          aria-describedby={FORM_PROBLEM}
        />
      </DateField>
    </FormDialog>
  );
}
