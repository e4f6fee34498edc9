import { Button, useTranslation } from "../../components/index.ts";
import type { DraftConflict } from "./choices.ts";
import { type Of, useSettle } from "./use-settle.ts";

/** A conflict of the whole flow: one side has none any more, or the two do not go together [Y5, Y7]. */
export function SettleWhole({ conflict, ...of }: Of & { readonly conflict: DraftConflict }) {
  const { t } = useTranslation();
  const { busy, settle } = useSettle(of);
  const { mine, theirs } = conflict;
  const answers =
    theirs === null
      ? ([
          ["mine", t("sync.conflict.sendAgain")],
          ["theirs", t("sync.conflict.archiveHere")],
        ] as const)
      : mine === null
        ? ([
            ["theirs", t("sync.conflict.takeIn")],
            ["mine", t("sync.conflict.deleteThere")],
          ] as const)
        : ([
            ["mine", t("sync.conflict.allMine")],
            ["theirs", t("sync.conflict.allTheirs")],
            ["text", t("sync.conflict.asText")],
          ] as const);
  return (
    <div className="buttons">
      {answers.map(([how, words]) => (
        <Button key={how} writes busy={busy} onClick={() => settle(how)}>
          {words}
        </Button>
      ))}
    </div>
  );
}
