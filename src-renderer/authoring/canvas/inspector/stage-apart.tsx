import type { OutlineStage } from "../../../../src-shared/language/index.ts";
import { useTranslation } from "../../../components/index.ts";
import { apartOf } from "../../model/stage-acts.ts";

const CONDITIONS = { sign: "signed-by", approve: "approved-by" } as const;

/** Why the text has a group where the matrix shows plain acts: no other condition can leave a document out for one. */
export function StageApart({ stage }: { readonly stage: OutlineStage }) {
  const { t } = useTranslation();
  return apartOf(stage).map(({ verb, participants, documents }) => (
    <p key={`${verb} ${participants.join()} ${documents.join()}`} className="soft">
      {t(`stages.apart.${verb}`, {
        users: participants.join(", "),
        documents: documents.join(", "),
        condition: CONDITIONS[verb],
      })}
    </p>
  ));
}
