import { LockKeyholeOpen } from "lucide-react";
import { callOrNotify } from "../../app/index.ts";
import { Button, useTranslation } from "../../components/index.ts";
import type { Detail, ParticipantDetail } from "../types.ts";

interface Props {
  readonly instance: Pick<Detail, "id">;
  readonly participant: ParticipantDetail;
}

/** Unlocks somebody who failed to authenticate too often; empty for anybody else. */
export function UnlockButton({ instance, participant: { name, locked } }: Props) {
  const { t } = useTranslation();
  if (!locked) return null;
  const unlock = async () => {
    await callOrNotify(t("instance.unlockFailed"), "instances.unlock", { id: instance.id, participant: name });
  };
  return (
    <Button icon={LockKeyholeOpen} writes onClick={() => void unlock()}>
      {t("instance.unlock")}
    </Button>
  );
}
