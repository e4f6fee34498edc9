import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useShallow } from "zustand/react/shallow";
import { callOrNotify, notify, notifyError, reasonText } from "../../app/index.ts";
import { Button, Dialog, MessageText, useBusy, useTranslation } from "../../components/index.ts";
import { type DraftPart, draftParts, journalOf } from "../session/draft-store.ts";
import type { Journal } from "../session/journal.ts";
import { isTooLong, mebibytes } from "../session/text-limit.ts";
import { useSession } from "../session/use-session.ts";
import "./bars.css";

/** The draft was changed elsewhere while one of its texts was not saved yet. Either choice keeps both. */
export function ConflictBars() {
  return draftParts.map((part) => <ConflictBar key={part} part={part} />);
}

function ConflictBar({ part }: { readonly part: DraftPart }) {
  const { t, i18n } = useTranslation();
  const { draft } = useSession();
  const journal = draft.useStore((state) => journalOf(state, part));
  const theirs = journal?.theirs ?? null;
  const [showing, setShowing] = useState(false);
  const { busy, unlessBusy } = useBusy();
  if (theirs === null) return null;

  /** A new draft for the rejected text, with the flow's other texts. */
  const copyWith = (text: string) => {
    const flow = draft.useStore.getState().journal?.text ?? "";
    return callOrNotify(t("conflict.copyFailed"), "drafts.duplicate", {
      id: draft.id,
      texts: { text: flow, [part]: text },
    });
  };
  const keepMine = async () => {
    if (await copyWith(theirs.text)) {
      draft.part(part).dispatch({ type: "keep_mine" });
      notify(t("conflict.theirsCopied"));
    }
  };
  const takeTheirs = async () => {
    const mine = journal?.text ?? "";
    if (isTooLong(mine)) {
      const size = mebibytes(mine, i18n.language);
      notifyError(t("conflict.copyFailed"), { message: t("save.too_longText", { size }) });
      return;
    }
    if (await copyWith(mine)) {
      draft.part(part).dispatch({ type: "take_theirs" });
      notify(t("conflict.mineCopied"));
    }
  };
  return (
    <div className="conflict-bar" role="alert">
      <TriangleAlert className="icon" aria-hidden />
      <p>{t(`conflict.${part}`, { revision: theirs.revision })}</p>
      <span className="buttons">
        <Button onClick={() => setShowing(true)}>{t("conflict.look")}</Button>
        <Button busy={busy} onClick={() => void unlessBusy(takeTheirs)}>
          {t("conflict.takeTheirs")}
        </Button>
        <Button look="primary" busy={busy} onClick={() => void unlessBusy(keepMine)}>
          {t("common.keepMine")}
        </Button>
      </span>
      <Dialog open={showing} onClose={() => setShowing(false)} title={t("conflict.theirs")} wide>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must scroll by keyboard */}
        <pre className="code-block conflict-text" tabIndex={0}>
          {theirs.text}
        </pre>
      </Dialog>
    </div>
  );
}

const TOO_LONG = {
  text: "save.too_longText",
  expectations: "save.expectationsTooLong",
  scenarios: "save.scenariosTooLong",
} as const;

/** Why one of the flow's texts is not saved: visible early, and without a mouse. */
export function NotSavedBars() {
  const { draft } = useSession();
  const journals = draft.useStore(useShallow((state) => draftParts.map((part) => journalOf(state, part))));
  return journals.map((journal, at) => {
    const part = draftParts[at] ?? "text";
    return journal !== null && journal !== undefined && <NotSavedBar key={part} {...{ part, journal }} />;
  });
}

/** In these states, the previous refusal still applies. */
const UNDECIDED: ReadonlySet<string> = new Set(["dirty", "saving"]);

function NotSavedBar({ part, journal }: { readonly part: DraftPart; readonly journal: Journal }) {
  const { t, i18n } = useTranslation();
  const { phase, error, text } = journal;
  const [refused, setRefused] = useState<string | null>(null);
  const now = phase === "failed" ? (error?.message ?? null) : UNDECIDED.has(phase) ? refused : null;
  if (now !== refused) setRefused(now);
  if (phase !== "too_long" && now === null) return null;
  return (
    <div className="conflict-bar" role="alert">
      <TriangleAlert className="icon" aria-hidden />
      <p>
        {now === null ? (
          t(TOO_LONG[part], { size: mebibytes(text, i18n.language) })
        ) : (
          <>
            {t("save.failedBar")} <MessageText text={reasonText(now)} />
          </>
        )}
      </p>
    </div>
  );
}
