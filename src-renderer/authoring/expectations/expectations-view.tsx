import { CircleX, ListChecks, Plus } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import type { Assumptions, Expectation, ExpectationsRead } from "../../../src-shared/foresight/index.ts";
import { notifyError, useActions } from "../../app/index.ts";
import {
  Button,
  Choice,
  EmptyState,
  MessageText,
  Select,
  useReadOnly,
  useTranslation,
} from "../../components/index.ts";
import { CompanionEditor } from "../editor/companion-editor.tsx";
import { type ShownAs, useShownAs } from "../editor/use-shown-as.ts";
import { LookLonger, StatesSeen } from "../foresight/look-longer.tsx";
import { type AnalysisView, isSound } from "../language/analysis-view.ts";
import { useSession } from "../session/use-session.ts";
import { AcceptedList } from "./accepted-list.tsx";
import { ExpectationForm } from "./expectation-form.tsx";
import { ExpectationRows } from "./expectation-rows.tsx";
import { areFew, Suggestions } from "./suggestions.tsx";
import { useChangeExpectations } from "./use-change.ts";
import { type Expected, useExpectedHere } from "./use-expected.ts";
import { standingOf } from "./words.ts";
import "./expectations.css";

/** The requirements for every run of the flow: as a list with verdicts, or as text. */
export function ExpectationsView({ analysis }: { readonly analysis: AnalysisView }) {
  const { t } = useTranslation();
  const session = useSession();
  const expected = useExpectedHere();
  const [shown, show] = useShownAs("expectations");
  const [form, setForm] = useState<FormOf | null>(null);
  const { read, problems } = expected;
  const sound = isSound(analysis) ? analysis.text : null;
  const suggested = useSuggestions(form !== null || areFew(read?.expect ?? []) ? sound : null);
  const wrong = useMemo(() => ({ text: read?.text ?? "", problems }), [read, problems]);
  useExpectationActions(show, () => setForm(NEW));
  return (
    <section className="expectations" aria-label={t("sides.expectations")} aria-busy={expected.progress !== null}>
      <div className="expectations-bar">
        <Choice
          label={t("expect.shownAs")}
          value={shown}
          onChange={show}
          options={[
            ["list", t("common.list")],
            ["text", t("authoring.text")],
          ]}
        />
        <State expected={expected} />
        <Button icon={Plus} writes onClick={() => setForm(NEW)}>
          {t("expect.add")}
        </Button>
      </div>
      {shown === "list" ? (
        <List {...{ analysis, expected, suggested }} onForm={setForm} />
      ) : (
        <CompanionEditor
          companion={session.companion("expectations")}
          label={t("expect.text")}
          names={expected.names}
          wrong={wrong}
        />
      )}
      {form && (
        <ExpectationForm
          names={expected.names}
          {...{ suggested }}
          read={read}
          changed={form.changed}
          onClose={() => setForm(null)}
        />
      )}
    </section>
  );
}

const isEmpty = (read: Expected["read"]) =>
  read !== null && (read.text.trim() === "" || (read.expect.length === 0 && read.accept.length === 0));

interface FormOf {
  readonly changed: { readonly index: number; readonly expectation: Expectation } | null;
}

const NEW: FormOf = { changed: null };

function useExpectationActions(show: (view: ShownAs) => void, add: () => void) {
  const { t } = useTranslation();
  const group = t("sides.expectations");
  useActions([
    { id: "expectations.add", title: t("expect.add"), group, icon: Plus, writes: true, run: add },
    { id: "expectations.list", title: t("expect.showList"), group, run: () => show("list") },
    { id: "expectations.text", title: t("expect.showText"), group, run: () => show("text") },
  ]);
}

/** How many hold, and the current progress. */
function State({ expected }: { readonly expected: Expected }) {
  const { t } = useTranslation();
  const { read, progress, verdictOf } = expected;
  const all = read?.expect ?? [];
  const held = all.filter((placed) => standingOf(placed.expectation, verdictOf(placed), false) === "holds").length;
  return (
    <p className="expectations-state soft" role="status">
      {progress !== null && (
        <>
          {t("expect.checking")} <StatesSeen progress={progress} />
        </>
      )}
      {progress === null && all.length > 0 && t("expect.held", { count: held, all: all.length })}
    </p>
  );
}

interface ListProps {
  readonly analysis: AnalysisView;
  readonly expected: Expected;
  /** Expectations that hold. */
  readonly suggested: readonly Expectation[];
  readonly onForm: (form: FormOf) => void;
}

function List({ analysis, expected, suggested, onForm }: ListProps) {
  const { t } = useTranslation();
  const change = useChangeExpectations();
  const session = useSession();
  const { read, isNewest, decided, failure, progress } = expected;
  const remove = async (index: number) => {
    if (await change({ change: "remove", from: "expect", index }, read?.text ?? null))
      session.companion("expectations").notifyUndoable(t("expect.removed"), t("expect.undoes"));
  };
  if (read === null) return null;
  const [empty, sound] = [isEmpty(read), isSound(analysis)];
  const isOlder = decided !== null && !isNewest && (progress !== null || !sound);
  return (
    <div className="expectations-list">
      {failure !== null && <p className="foresight-note tone-bad">{t("foresight.failed", { message: failure })}</p>}
      {!sound && !empty && (
        <p className="foresight-note">
          <CircleX className="icon tone-bad" aria-hidden /> {t("expect.flowBroken")}
        </p>
      )}
      <TextProblems expected={expected} />
      {empty ? (
        <EmptyState icon={ListChecks} title={t("expect.none")}>
          <p>{t("expect.noneText")}</p>
          <Suggestions found={suggested} written={[]} />
        </EmptyState>
      ) : (
        <div className="foresight-seen" data-older={isOlder || undefined}>
          <ExpectationRows
            {...{ expected }}
            onChange={(changed) => onForm({ changed })}
            onRemove={(index) => void remove(index)}
          />
          {isNewest && read.expect.some((placed) => expected.verdictOf(placed)?.verdict === "not_decided") && (
            <p>
              <LookLonger />
            </p>
          )}
          <Suggestions found={suggested} written={read.expect} />
          <AcceptedList read={read} />
          <AssumeFields read={read} />
        </div>
      )}
    </div>
  );
}

/** Problems of the text as a whole: those of one expectation are shown in its row. */
function TextProblems({ expected: { problems } }: { readonly expected: Expected }) {
  const { t } = useTranslation();
  const session = useSession();
  const [first] = problems.filter(
    ({ verdict, severity, pointer }) =>
      verdict === null && severity === "error" && !/^\/(expect|accept)\/\d/.test(pointer),
  );
  if (first === undefined) return null;
  return (
    <div className="foresight-note">
      <p>
        <CircleX className="icon tone-bad" aria-hidden /> {t("expect.textBroken")}
      </p>
      <button type="button" className="foresight-place" onClick={() => session.showBeside("expectations", first.range)}>
        <MessageText text={first.message} />
      </button>
    </div>
  );
}

/**
 * Expectations that hold for a flow, one per kind; none until they are known. @param text of a flow without errors;
 * null: not visible
 */
function useSuggestions(text: string | null): readonly Expectation[] {
  const { t } = useTranslation();
  const { foresight } = useSession();
  const [found, setFound] = useState<{ readonly text: string; readonly all: readonly Expectation[] } | null>(null);
  useEffect(() => {
    if (text === null) return undefined;
    foresight.suggest(text, {
      onProgress: () => undefined,
      onAnswer: (all) => setFound({ text, all }),
      onFailure: (message) => notifyError(t("expect.suggestFailed"), { message }),
    });
    return () => foresight.leave("suggest");
  }, [foresight, text, t]);
  return found !== null && found.text === text ? found.all : NONE;
}

const NONE: readonly Expectation[] = [];

const CHOICES = {
  prolong: ["never", "possible"],
  unlock: ["never", "possible"],
  seals: ["succeed", "may_fail"],
} as const satisfies { readonly [K in keyof Assumptions]: readonly Assumptions[K][] };

/** The assumptions of the verdicts. */
function AssumeFields({ read: { text, assume } }: { readonly read: ExpectationsRead }) {
  const { t } = useTranslation();
  const change = useChangeExpectations();
  const readOnly = useReadOnly() !== null;
  return (
    <section className="foresight-part" aria-label={t("expect.assume.title")}>
      <h2>{t("expect.assume.title")}</h2>
      <div className="happening-fields">
        {(["prolong", "unlock", "seals"] as const).map((key) => (
          <Select
            key={key}
            label={t(`expect.assume.${key}`)}
            disabled={readOnly}
            value={assume[key]}
            options={CHOICES[key].map((value) => [value, t(`expect.assume.${value}`)] as const)}
            onChange={(value) => void change({ change: "assume", assume: { ...assume, [key]: value } }, text)}
          />
        ))}
      </div>
    </section>
  );
}
