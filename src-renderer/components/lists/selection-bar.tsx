import { type LucideIcon, X } from "lucide-react";
import { Button, IconButton } from "../controls/button.tsx";
import { useTranslation } from "../texts/texts.ts";
import type { Selection } from "./selection.tsx";
import "./selection-bar.css";

export interface SelectionAct {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly dangerous?: boolean;
  /** Why it cannot be done with the selection. */
  readonly blocked?: string | null;
  readonly run: () => void;
}

interface Props {
  readonly count: number;
  readonly acts: readonly SelectionAct[];
  /** The progress of the requested action; null: none is running. */
  readonly progress: { readonly done: number; readonly all: number; readonly stop: () => void } | null;
  /** The list is being read to select all of it. */
  readonly reading: Selection<unknown>["reading"];
  readonly onClear: () => void;
}

/** The actions on the selected rows, below their table; screen readers announce the count as it changes. */
export function SelectionBar({ count, acts, progress, reading, onClear }: Props) {
  const { t } = useTranslation();
  const stop = progress?.stop ?? reading?.stop;
  const open = count > 0 || stop !== undefined;
  return (
    <section className={open ? "selection-bar" : undefined} aria-label={open ? t("selection.title") : undefined}>
      <p role="status" className={open ? undefined : "visually-hidden"}>
        {progress
          ? t("selection.progress", { done: progress.done, count: progress.all })
          : reading
            ? t("selection.reading", { count: reading.count })
            : count > 0 && t("selection.chosen", { count })}
      </p>
      {stop && (
        <>
          <progress aria-label={t("selection.title")} {...(progress && { max: progress.all, value: progress.done })} />
          <Button onClick={stop}>{t("common.stop")}</Button>
        </>
      )}
      {open &&
        !stop &&
        acts.map(({ label, icon, dangerous, blocked, run }) => (
          <Button key={label} look={dangerous ? "danger" : "plain"} {...{ icon, blocked }} writes onClick={run}>
            {label}
          </Button>
        ))}
      {open && !stop && <IconButton icon={X} label={t("selection.clear")} onClick={onClear} />}
    </section>
  );
}
