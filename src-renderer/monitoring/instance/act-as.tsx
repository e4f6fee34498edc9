import { Ban, CheckCheck, CircleX, PenLine, ThumbsUp, UserCheck, UserCog, UserX } from "lucide-react";
import { useState } from "react";
import { type FailureReason, failureReasons } from "../../../src-shared/authentication/index.ts";
import { labelText } from "../../../src-shared/foresight/index.ts";
import { callOrNotify, notify, useActions } from "../../app/index.ts";
import {
  FORM_PROBLEM,
  FormDialog,
  IconButton,
  Menu,
  type MenuEntry,
  type Translate,
  useBusy,
  useTranslation,
} from "../../components/index.ts";
import type { ParticipantDetail, RunFacts } from "../types.ts";
import { actStep } from "./act-step.ts";

/** Acts that the menu lists, and the palette per participant; for more, open the page. */
const MOST = 12;

interface Props {
  readonly instance: RunFacts;
  readonly participant: ParticipantDetail;
}

/** The acts that a participant could do on their page now, done from here: ordinary acts in the history. */
export function ActAs({ instance, participant }: Props) {
  const { t } = useTranslation();
  const [declining, setDeclining] = useState<string | null>(null);
  const { name } = participant;
  const { busy, unlessBusy } = useBusy();
  const take: Take = async (what, steps, message) => {
    await unlessBusy(async () => {
      for (const step of steps) {
        const input = { id: instance.id, step, ...(message !== undefined && { message }) };
        if (!(await callOrNotify(t("plays.actFailed", { who: name }), "plays.act", input))) return;
      }
      // The frames of the wall are notified at the same moment, and are drawn first.
      whenIdle(() => notify(t("plays.didAs", { who: name }), what));
    });
  };
  const entries = [
    ...actEntries(t, participant, take),
    ...rejectEntries(t, participant, setDeclining),
    ...authenticationEntries(t, instance, participant, take),
  ].map((entry) => ({ ...entry, writes: true }));
  useActions(
    entries.slice(0, MOST).map(({ label, blocked, writes, run }) => ({
      ...{ id: `act ${name} ${label}`, title: `${name}: ${label}`, group: t("plays.actAs"), writes, run },
      disabled: blocked,
    })),
  );
  const label = t("plays.actAsWho", { who: name });
  const trigger = (
    <IconButton icon={UserCog} label={label} blocked={busy ? t("plays.underWay", { who: name }) : null} />
  );
  return (
    <>
      {entries.length > 0 ? (
        <Menu trigger={trigger} entries={entries} />
      ) : (
        <IconButton icon={UserCog} label={label} blocked={t("plays.nothingToDo", { who: name })} />
      )}
      {declining !== null && (
        <Decline {...{ instance, step: declining, who: name }} onClose={() => setDeclining(null)} />
      )}
    </>
  );
}

/** @param what its name @param message why an authentication fails */
type Take = (what: string, steps: readonly string[], message?: string) => Promise<void>;

function actEntries(t: Translate, { name, pending, locked }: ParticipantDetail, take: Take): readonly MenuEntry[] {
  const blocked = locked ? t("plays.unlockFirst") : null;
  const acts = pending.map((act) => {
    const { verb, document } = act;
    const icon = verb === "sign" ? PenLine : ThumbsUp;
    return { label: t(`plays.do.${verb}`, { document }), icon, step: actStep(name, act) };
  });
  const all = acts.length > 1 ? [{ label: t("plays.do.all", { count: acts.length }), icon: CheckCheck }] : [];
  return [
    ...all.map((entry) => ({
      ...entry,
      blocked,
      run: () =>
        void take(
          acts.length > MOST ? entry.label : acts.map(({ label }) => label).join(", "),
          acts.map(({ step }) => step),
        ),
    })),
    ...acts
      .slice(0, MOST)
      .map(({ step, ...entry }) => ({ ...entry, blocked, run: () => void take(entry.label, [step]) })),
  ];
}

function rejectEntries(
  t: Translate,
  { name, mayReject }: ParticipantDetail,
  ask: (step: string) => void,
): readonly MenuEntry[] {
  const documents = mayReject.documents.slice(0, MOST).map((document) => ({
    ...{ label: t("plays.do.decline", { document }), icon: CircleX },
    run: () => ask(labelText({ kind: "reject", who: name, document })),
  }));
  if (!mayReject.flow) return documents;
  const flow = { label: t("plays.do.declineFlow"), icon: Ban };
  return [...documents, { ...flow, run: () => ask(labelText({ kind: "reject_flow", who: name })) }];
}

const OUTCOMES = ["authenticate", "mistype", "fail_authentication", "lock_out"] as const;

type Outcome = (typeof OUTCOMES)[number] | FailureReason;

const isOther = (answer: string): answer is FailureReason => failureReasons.some((other) => other === answer);

/** The authentications that their page would ask for now: to open it, and for pending acts. */
function authenticationEntries(
  t: Translate,
  { status }: RunFacts,
  { name, authenticates, pending }: ParticipantDetail,
  take: Take,
): readonly MenuEntry[] {
  if (status !== "in_progress") return [];
  const isPageLocked = authenticates.some(({ kind, locked }) => kind === "view" && locked);
  // A step names the one to view only beside one to sign; alone, "authenticates" means that one.
  const hasBoth = authenticates.length > 1;
  return authenticates
    .filter(({ kind }) => kind === "view" || pending.length > 0)
    .flatMap((asked) => {
      const blocked = asked.locked || isPageLocked ? t("plays.unlockFirst") : null;
      const to = hasBoth && asked.kind === "view" ? ({ to: "view" } as const) : {};
      return outcomesOf(asked).map(({ key, step, reason }) => {
        const what = t(`plays.do.${key}`);
        const label = t(asked.kind === "sign" ? "plays.do.toSign" : "plays.do.toView", { what });
        const icon = step === "authenticate" ? UserCheck : UserX;
        return {
          label,
          icon,
          blocked,
          run: () => void take(label, [labelText({ kind: step, who: name, ...to })], reason),
        };
      });
    });
}

interface OfferedOutcome {
  readonly key: Outcome;
  readonly step: (typeof OUTCOMES)[number];
  /** Why it fails, if there is more than one reason. */
  readonly reason?: string;
}

/** A provider without codes is simulated, and has other answers too. A failure by code locks out [U4]. */
function outcomesOf({ otherFailures }: ParticipantDetail["authenticates"][number]): readonly OfferedOutcome[] {
  const left = otherFailures.length === 0 ? "fail_authentication" : "mistype";
  return [
    ...OUTCOMES.filter((step) => step !== left).map((step) => ({ key: step, step })),
    ...otherFailures.filter(isOther).map((reason) => ({ key: reason, step: "fail_authentication" as const, reason })),
  ];
}

interface DeclineProps {
  readonly instance: RunFacts;
  readonly step: string;
  readonly who: string;
  readonly onClose: () => void;
}

function Decline({ instance, step, who, onClose }: DeclineProps) {
  const { t } = useTranslation();
  const [message, setMessage] = useState("");
  const { busy, unlessBusy } = useBusy();
  const submit = () =>
    unlessBusy(async () => {
      const given = message.trim();
      const input = { id: instance.id, step, ...(given !== "" && { message: given }) };
      const done = await callOrNotify(t("plays.actFailed", { who }), "plays.act", input);
      if (done) onClose();
    });
  return (
    <FormDialog
      title={t("plays.declineTitle", { who })}
      description={t("plays.declineText")}
      done={t("plays.decline")}
      dangerous
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <label className="form-field">
        {t("plays.message")}
        <textarea
          className="field"
          rows={3}
          maxLength={10_000}
          value={message}
          aria-describedby={FORM_PROBLEM}
          onChange={({ target }) => setMessage(target.value)}
        />
      </label>
    </FormDialog>
  );
}

/** Once the page is idle, within a second; Safari cannot report that. */
const whenIdle = (work: () => void) =>
  "requestIdleCallback" in window ? requestIdleCallback(work, { timeout: 1_000 }) : setTimeout(work);
