import { LayoutGrid } from "lucide-react";
import { useCall, useFirstSteps } from "../../app/index.ts";
import { Button, useReadOnly, useTranslation } from "../../components/index.ts";
import type { Detail } from "../types.ts";
import type { PeopleShown } from "./people.tsx";

interface Props {
  readonly instance: Detail;
  readonly people: PeopleShown;
}

/** For a newcomer whose run has just begun: highlights the next useful button until they have used it. */
export function NextStep({ instance, people }: Props) {
  const taken = useFirstSteps();
  const looking = useReadOnly();
  const isAsked = instance.participants.some(({ pending }) => pending.length > 0);
  if (taken === null || taken.has("play") || people.isChosen || looking !== null || !isAsked) return null;
  return <Hint id={instance.id} onShow={() => people.show("wall")} />;
}

interface HintProps {
  /** The run. */
  readonly id: string;
  readonly onShow: () => void;
}

function Hint({ id, onShow }: HintProps) {
  const { t } = useTranslation();
  const plays = useCall("plays.get", { id }, ["instance"]);
  // Its strip names whose turn it is.
  if (plays.value === null || plays.value.following !== null) return null;
  return (
    <p className="next-step">
      <span>{t("instance.nextStep")}</span>
      <Button look="primary" icon={LayoutGrid} onClick={onShow}>
        {t("wall.showPages")}
      </Button>
    </p>
  );
}
