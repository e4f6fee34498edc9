import { Square, Telescope } from "lucide-react";
import { Button, useTranslation } from "../../components/index.ts";
import { useSession } from "../session/use-session.ts";
import { useFlowActions } from "../use-flow-actions.ts";
import { type Progress, useStatesSeen } from "./use-newest.ts";

/**
 * Lets the check explore more states of this flow than by default, while the flow is open; empty once it is at the
 * maximum.
 */
export function LookLonger() {
  const { t, i18n } = useTranslation();
  const { useBudget, lookLonger } = useSession();
  const { next } = useBudget();
  const states = next === null ? "" : new Intl.NumberFormat(i18n.language).format(next);
  useFlowActions(next === null ? [] : [["foresight.lookLonger", t("foresight.lookLonger", { states }), lookLonger]]);
  if (next === null) return null;
  return (
    <Button icon={Telescope} onClick={lookLonger}>
      {t("foresight.lookLonger", { states })}
    </Button>
  );
}

/** How many states have been seen so far. */
export function StatesSeen({ progress }: { readonly progress: Progress }) {
  const { t } = useTranslation();
  const count = useStatesSeen(progress);
  return count > 0 && t("foresight.seen", { count });
}

/** States explored within a second or two: too few to offer a stop button. */
const SOON_SEEN = 5_000;

interface StopProps {
  readonly progress: Progress;
  readonly onStop: () => void;
}

/** Stops a long check: it then reports what it has seen. */
export function StopLooking({ progress, onStop }: StopProps) {
  return useStatesSeen(progress) > SOON_SEEN && <StopButton onStop={onStop} />;
}

function StopButton({ onStop }: Pick<StopProps, "onStop">) {
  const { t } = useTranslation();
  useFlowActions([["foresight.stopLooking", t("foresight.stopLooking"), onStop]]);
  return (
    <Button icon={Square} onClick={onStop}>
      {t("foresight.stopLooking")}
    </Button>
  );
}
