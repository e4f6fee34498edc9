import { type LucideIcon, X } from "lucide-react";
import { Button, IconButton } from "../controls/button.tsx";
import { useTranslation } from "../texts/texts.ts";
import "./selection-bar.css";

export interface SelectionAct {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly dangerous?: boolean;
  /** Why it cannot be done with what is chosen. */
  readonly blocked?: string | null;
  readonly run: () => void;
}

interface Props {
  readonly count: number;
  readonly acts: readonly SelectionAct[];
  /** How far what was asked for has come; null: nothing is under way. */
  readonly progress: { readonly done: number; readonly all: number; readonly stop: () => void } | null;
  readonly onClear: () => void;
}

/** What can be done with the rows that are chosen, below their table; how many they are is read out as it changes. */
export function SelectionBar({ count, acts, progress, onClear }: Props) {
  const { t } = useTranslation();
  const open = count > 0 || progress !== null;
  return (
    <section className={open ? "selection-bar" : undefined} aria-label={open ? t("selection.title") : undefined}>
      <p role="status" className={open ? undefined : "visually-hidden"}>
        {progress
          ? t("selection.progress", { done: progress.done, count: progress.all })
          : count > 0 && t("selection.chosen", { count })}
      </p>
      {progress && (
        <>
          <progress aria-label={t("selection.title")} max={progress.all} value={progress.done} />
          <Button onClick={progress.stop}>{t("selection.stop")}</Button>
        </>
      )}
      {open &&
        !progress &&
        acts.map(({ label, icon, dangerous, blocked, run }) => (
          <Button key={label} look={dangerous ? "danger" : "plain"} {...{ icon, blocked }} writes onClick={run}>
            {label}
          </Button>
        ))}
      {open && !progress && <IconButton icon={X} label={t("selection.clear")} onClick={onClear} />}
    </section>
  );
}
