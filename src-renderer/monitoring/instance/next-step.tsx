import { ExternalLink } from "lucide-react";
import { stepTaken, useCall, useFirstSteps } from "../../app/index.ts";
import { ButtonLink, useReadOnly, useTranslation } from "../../components/index.ts";
import type { Detail } from "../types.ts";

/** For a newcomer whose run has just begun: the button that is useful next, until they have used it. */
export function NextStep({ instance }: { readonly instance: Detail }) {
  const taken = useFirstSteps();
  const looking = useReadOnly();
  const next = instance.participants.find(({ pending }) => pending.length > 0);
  if (taken === null || taken.has("play") || looking !== null || next === undefined) return null;
  return <Hint id={instance.id} next={next} />;
}

interface HintProps {
  /** The run. */
  readonly id: string;
  readonly next: Detail["participants"][number];
}

function Hint({ id, next }: HintProps) {
  const { t } = useTranslation();
  const plays = useCall("plays.get", { id }, ["instance"]);
  // Its strip says whose turn it is.
  if (plays.value === null || plays.value.following !== null) return null;
  return (
    <p className="next-step">
      <span>{t("instance.nextStep", { participant: next.name })}</span>
      <ButtonLink look="primary" icon={ExternalLink} href={next.link} apart onClick={() => stepTaken("play")}>
        {t("instance.openPage")}
      </ButtonLink>
    </p>
  );
}
