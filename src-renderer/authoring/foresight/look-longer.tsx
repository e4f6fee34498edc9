import { Square, Telescope } from "lucide-react";
import { Button, useTranslation } from "../../components/index.ts";
import { useSession } from "../session/use-session.ts";
import { useFlowActions } from "../use-flow-actions.ts";

/** Lets the check look at more states of this flow than it does by itself, for as long as the flow is open; nothing once it looks at the most. */
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

/** Ends the check where it is: it then tells what it has seen. */
export function StopLooking({ onStop }: { readonly onStop: () => void }) {
  const { t } = useTranslation();
  useFlowActions([["foresight.stopLooking", t("foresight.stopLooking"), onStop]]);
  return (
    <Button icon={Square} onClick={onStop}>
      {t("foresight.stopLooking")}
    </Button>
  );
}
