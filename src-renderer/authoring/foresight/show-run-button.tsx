import { Route } from "lucide-react";
import { Button, useTranslation } from "../../components/index.ts";

interface Props {
  /** What the run shows, without markup. */
  readonly problem: string;
  /** Id of the run's steps. */
  readonly controls: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** Opens the run that shows a problem, in its row. */
export function ShowRunButton({ problem, controls, isOpen, onToggle }: Props) {
  const { t } = useTranslation();
  return (
    <Button
      look="ghost"
      icon={Route}
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      aria-label={t("problems.showRun", { problem })}
      onClick={onToggle}
    >
      {t("problems.how")}
    </Button>
  );
}
