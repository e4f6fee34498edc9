import { Trash2 } from "lucide-react";
import { lineIndex, positionAt } from "../../../src-shared/basics/index.ts";
import type { ExpectationsRead, PlacedAcceptance } from "../../../src-shared/foresight/index.ts";
import { IconButton, useTranslation } from "../../components/index.ts";
import { useSession } from "../session/use-session.ts";
import { PlaceButton } from "./expectation-rows.tsx";
import { useChangeExpectations } from "./use-change.ts";
import { useExpectedHere } from "./use-expected.ts";

/** The accepted findings, each with its reason. */
export function AcceptedList({ read }: { readonly read: ExpectationsRead }) {
  const { t } = useTranslation();
  if (read.accept.length === 0) return null;
  const lines = lineIndex(read.text);
  return (
    <section className="foresight-part" aria-label={t("expect.accepted", { count: read.accept.length })}>
      <h2>{t("expect.accepted", { count: read.accept.length })}</h2>
      <ul className="foresight-rows">
        {read.accept.map((acceptance) => (
          <li key={acceptance.index} className="expectation">
            <span className="foresight-words">
              {acceptance.finding} {t(`foresight.kinds.${acceptance.finding}`)}
              {acceptance.of !== null && (
                <>
                  {": "}
                  <code>{acceptance.of.join(", ")}</code>
                </>
              )}
              <span className="expectation-why soft">{acceptance.because}</span>
            </span>
            <PlaceButton line={positionAt(lines, acceptance.range.from).line} range={acceptance.range} />
            <RemoveAcceptance acceptance={acceptance} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Removes an acceptance: the finding is reported again. */
export function RemoveAcceptance({ acceptance }: { readonly acceptance: PlacedAcceptance }) {
  const { t } = useTranslation();
  const change = useChangeExpectations();
  const session = useSession();
  const seen = useExpectedHere().read?.text ?? null;
  const { index, finding, because } = acceptance;
  const remove = async () => {
    if (await change({ change: "remove", from: "accept", index }, seen))
      session.companion("expectations").notifyUndoable(t("expect.acceptRemoved"), t("expect.undoes"));
  };
  return (
    <IconButton
      icon={Trash2}
      writes
      label={t("expect.removeAccept", { finding, because })}
      onClick={() => void remove()}
    />
  );
}
