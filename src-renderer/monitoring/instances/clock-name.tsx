import { Clock, FastForward } from "lucide-react";
import { useTranslation } from "../../components/index.ts";

/** The kind of clock that a run follows (law 4). */
export function ClockName({ virtual }: { readonly virtual: boolean }) {
  const { t } = useTranslation();
  const Icon = virtual ? FastForward : Clock;
  return (
    <span className="clock-name">
      <Icon className="icon" aria-hidden />
      {t(virtual ? "clock.own" : "clock.real")}
    </span>
  );
}
