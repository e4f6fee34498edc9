import { CalendarDays } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { useTranslation } from "../texts/texts.ts";
import { IconButton } from "./button.tsx";
import "./date-field.css";

interface Props {
  /** As in its field, `2026-11-24 09:00`; an invalid text has no day yet. */
  readonly value: string;
  /** The same with another day: the time of day stays. */
  readonly onPick: (value: string) => void;
  /** The field in which date and time are typed. */
  readonly children: ReactNode;
}

/** A typed date and time, with the browser's own calendar for its day. */
export function DateField({ value, onPick, children }: Props) {
  const { t } = useTranslation();
  const picker = useRef<HTMLInputElement>(null);
  const [, day = "", time = "00:00"] = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{1,2}:\d{2}))?/.exec(value.trim()) ?? [];
  return (
    <div className="date-field">
      {children}
      <span className="date-picker">
        <IconButton icon={CalendarDays} label={t("common.pickDay")} onClick={() => picker.current?.showPicker()} />
        <input
          ref={picker}
          type="date"
          tabIndex={-1}
          aria-hidden
          value={day}
          onChange={({ target }) => target.value !== "" && onPick(`${target.value} ${time}`)}
        />
      </span>
    </div>
  );
}
