import { CheckCheck } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { type FindingId, isOfEach, type PlacedAcceptance } from "../../../src-shared/foresight/index.ts";
import {
  Button,
  FORM_PROBLEM,
  FoldButton,
  FormDialog,
  InputField,
  MessageText,
  plainText,
  Select,
  useBusy,
  useTranslation,
} from "../../components/index.ts";
import { useSession } from "../session/use-session.ts";
import { RemoveAcceptance } from "./accepted-list.tsx";
import { useChangeExpectations } from "./use-change.ts";

/** A finding to accept: its kind, and the people or documents concerned. */
interface Acceptable {
  readonly id: FindingId;
  readonly message: string;
  readonly participants: readonly string[];
  readonly document: string | null;
}

/** Accepts a finding as intended, with a reason. */
export function AcceptButton({ finding }: { readonly finding: Acceptable }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        look="ghost"
        icon={CheckCheck}
        writes
        aria-haspopup="dialog"
        aria-label={t("expect.acceptThis", { problem: plainText(finding.message) })}
        onClick={() => setAsking(true)}
      >
        {t("expect.accept")}
      </Button>
      {isAsking && <AcceptDialog finding={finding} onClose={() => setAsking(false)} />}
    </>
  );
}

/** The participants and documents that a finding is about. */
const ALL = "all";
/** More names than these are counted: a line does not hold them. */
const MOST_NAMES = 4;

/**
 * The possible scopes of an acceptance; `of` null: all. If each of several would have to be accepted, one alone would
 * change nothing visible.
 */
function choicesFor(finding: Acceptable): readonly { readonly key: string; readonly of: readonly string[] | null }[] {
  const { participants, document } = finding;
  const people = isOfEach(finding) ? [participants] : participants.map((name) => [name]);
  const about = document === null ? people : [...people, [document]];
  return [...about.map((of, at) => ({ key: String(at), of })), { key: ALL, of: null }];
}

interface DialogProps {
  readonly finding: Acceptable;
  readonly onClose: () => void;
}

function AcceptDialog({ finding, onClose }: DialogProps) {
  const { id, message } = finding;
  const { t } = useTranslation();
  const change = useChangeExpectations();
  const session = useSession();
  const [because, setBecause] = useState("");
  const choices = choicesFor(finding);
  const [chosen, setChosen] = useState(choices[0]?.key ?? ALL);
  const [isRefused, setRefused] = useState(false);
  const { busy, unlessBusy } = useBusy();
  const isEmpty = because.trim() === "";
  const submit = () =>
    unlessBusy(async () => {
      const of = choices.find(({ key }) => key === chosen)?.of ?? null;
      const acceptance = { finding: id, of, because: because.trim() };
      if (!(await change({ change: "accept", acceptance }, null))) return;
      onClose();
      session.companion("expectations").notifyUndoable(t("expect.acceptedDone"), t("expect.undoes"));
    });
  const wordsOf = (of: readonly string[] | null) => {
    if (of === null) return t("expect.everyFinding");
    if (of.length > MOST_NAMES) return t("expect.acceptOfSeveral", { count: of.length });
    return t("expect.acceptOfOne", { who: of.join(", ") });
  };
  return (
    <FormDialog
      title={t("expect.acceptTitle")}
      description={t("expect.acceptText")}
      done={t("expect.acceptDone")}
      busy={busy}
      blocked={isEmpty ? t("expect.needsReason") : null}
      problem={isRefused && isEmpty ? t("expect.needsReason") : null}
      onRefused={() => setRefused(true)}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="accept-finding">
        {id} · <MessageText text={message} />
      </p>
      <InputField
        label={t("expect.because")}
        value={because}
        maxLength={300}
        placeholder={t("expect.becausePlaceholder")}
        aria-describedby={FORM_PROBLEM}
        onChange={setBecause}
      />
      <Select
        label={t("expect.acceptOf")}
        value={chosen}
        options={choices.map(({ key, of }) => [key, wordsOf(of)] as const)}
        onChange={setChosen}
      />
    </FormDialog>
  );
}

interface AcceptedFinding {
  readonly key: string;
  /** The finding's row. */
  readonly row: ReactNode;
  readonly acceptance: PlacedAcceptance;
}

/** Accepted findings: folded away, each with its reason and a button to undo it. */
export function AcceptedFindings({ findings }: { readonly findings: readonly AcceptedFinding[] }) {
  const { t } = useTranslation();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  if (findings.length === 0) return null;
  return (
    <div className="accepted">
      <FoldButton className="accepted-bar" controls={id} isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
        {t("expect.accepted", { count: findings.length })}
      </FoldButton>
      {isOpen && (
        <ul id={id}>
          {findings.map(({ key, row, acceptance }) => (
            <li key={key} className="expectation">
              <CheckCheck className="icon tone-quiet" aria-hidden />
              <span className="foresight-words">
                {row}
                <span className="expectation-why soft">
                  {t("expect.acceptedBecause", { because: acceptance.because })}
                </span>
              </span>
              <RemoveAcceptance acceptance={acceptance} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
