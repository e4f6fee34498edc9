import { Check, ChevronLeft, ChevronRight, CircleDot, CircleX } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { type ShownStep, stepText } from "../../app/index.ts";
import { Button, useTranslation } from "../../components/index.ts";
import type { Following } from "./use-following.ts";

/** One line that scrolls: the next step stays visible, and hidden steps are counted. */
export function StepLine({ following: { first, shown, done, steps, stopped } }: { readonly following: Following }) {
  const { t } = useTranslation();
  const list = useRef<HTMLOListElement>(null);
  const { earlier, later } = useOutOfSight(list);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another step is the next one
  useEffect(() => {
    const box = list.current;
    const next = box?.querySelector<HTMLElement>('[aria-current="step"]') ?? null;
    if (box === null || next === null) return;
    box.scrollTo({ left: next.offsetLeft - (box.clientWidth - next.offsetWidth) / 2 });
  }, [done]);
  const turn = (by: 1 | -1) => list.current?.scrollBy({ left: by * list.current.clientWidth * 0.8 });
  const behind = steps - first - shown.length;
  return (
    <div className="following-line">
      {earlier > 0 && (
        <Button look="ghost" icon={ChevronLeft} onClick={() => turn(-1)}>
          {t("plays.earlier", { count: earlier })}
        </Button>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too */}
      <ol ref={list} className="following-steps" aria-label={t("problems.run")} tabIndex={0}>
        {first > 0 && <li className="soft">{t("problems.moreSteps", { count: first })}</li>}
        {shown.map((step, index) => {
          const at = first + index;
          const state = at < done ? "done" : at > done ? "ahead" : stopped === null ? "next" : "stopped";
          return <StepItem key={at} number={at + 1} {...{ step, state }} />;
        })}
        {behind > 0 && <li className="soft">{t("problems.moreSteps", { count: behind })}</li>}
      </ol>
      {later > 0 && (
        <Button look="ghost" icon={ChevronRight} onClick={() => turn(1)}>
          {t("plays.later", { count: later })}
        </Button>
      )}
    </div>
  );
}

/** How many steps are cut off or hidden at each end of the line. */
function useOutOfSight(list: RefObject<HTMLOListElement | null>) {
  const [outOfSight, setOutOfSight] = useState({ earlier: 0, later: 0 });
  useEffect(() => {
    const box = list.current;
    if (box === null) return undefined;
    const measure = () => {
      const items = [...box.children].filter((item) => item instanceof HTMLElement);
      const [from, to] = [box.scrollLeft, box.scrollLeft + box.clientWidth];
      const earlier = items.filter((item) => item.offsetLeft + 1 < from).length;
      const later = items.filter((item) => item.offsetLeft + item.offsetWidth > to + 1).length;
      setOutOfSight((was) => (was.earlier === earlier && was.later === later ? was : { earlier, later }));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    box.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener("scroll", measure);
    };
  }, [list]);
  return outOfSight;
}

const MARKS: Readonly<Record<StepState, ReactNode>> = {
  done: <Check className="icon tone-good" aria-hidden />,
  next: <CircleDot className="icon" aria-hidden />,
  stopped: <CircleX className="icon tone-bad" aria-hidden />,
  ahead: null,
};
type StepState = "done" | "next" | "stopped" | "ahead";

interface StepItemProps {
  readonly step: ShownStep;
  readonly number: number;
  readonly state: StepState;
}

function StepItem({ step, number, state }: StepItemProps) {
  const { t } = useTranslation();
  const isNext = state === "next" || state === "stopped";
  return (
    <li className={`following-step following-${state}`} aria-current={isNext ? "step" : undefined}>
      {MARKS[state] ?? (
        <span className="soft" aria-hidden>
          {number}
        </span>
      )}
      <span className="visually-hidden">{t(`plays.state.${state}`)}</span>
      {stepText(t, step)}
    </li>
  );
}
