import { Plus, X } from "lucide-react";
import { useState } from "react";
import {
  type Expectation,
  type ExpectationsRead,
  expectationKinds,
  type Happening,
  type Names,
  type PlacedExpectation,
} from "../../../src-shared/foresight/index.ts";
import { Button, CheckList, FormDialog, IconButton, Select, useBusy, useTranslation } from "../../components/index.ts";
import { NumberInput } from "../forms/number-input.tsx";
import { firstDeed, HappeningFields, withOwn } from "./happening-fields.tsx";
import { useChangeExpectations } from "./use-change.ts";
import { expectationWords } from "./words.ts";

/** Most days and messages: far more than any flow has. */
const MOST = 99_999;
type Of<K extends Expectation["kind"]> = Extract<Expectation, { readonly kind: K }>;

interface Props {
  readonly names: Names;
  /** Expectations that hold for the flow: a new one begins as one of these. */
  readonly suggested: readonly Expectation[];
  /** The current expectations: another window may change them while the form is open. */
  readonly read: ExpectationsRead | null;
  /** The edited expectation, as it was when the form opened; null: a new one is added. */
  readonly changed: { readonly index: number; readonly expectation: Expectation } | null;
  readonly onClose: () => void;
}

/** Asks for an expectation, using the flow's names; below the fields is the resulting sentence. */
export function ExpectationForm({ names, suggested, read, changed, onClose }: Props) {
  const { t, i18n } = useTranslation();
  const change = useChangeExpectations();
  const [kind, setKind] = useState<Expectation["kind"]>("before");
  const [chosen, setExpectation] = useState(changed?.expectation ?? null);
  const expectation = chosen ?? suggested.find((one) => one.kind === kind) ?? first(kind, names);
  const { busy, unlessBusy } = useBusy();
  const index = changed && placeOf(changed, read?.expect ?? []);
  const wrong = index === -1 ? ("expect.form.gone" as const) : whatIsWrong(expectation);
  const submit = () =>
    unlessBusy(async () => {
      if (await change({ change: "expect", index, expectation }, index === null ? null : (read?.text ?? null)))
        onClose();
    });
  return (
    <FormDialog
      title={t(changed === null ? "expect.add" : "expect.change")}
      done={t(changed === null ? "common.add" : "common.change")}
      note={wrong === null ? expectationWords(t, i18n.language, expectation) : t(wrong)}
      blocked={wrong && t(wrong)}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <Select
        label={t("expect.form.kind")}
        value={expectation.kind}
        options={expectationKinds.map((each) => [each, t(`expect.kinds.${each}`)] as const)}
        onChange={(next) => {
          setKind(next);
          setExpectation(null);
        }}
      />
      <KindFields {...{ names, expectation }} onChange={setExpectation} />
    </FormDialog>
  );
}

/** The current place of an expectation; -1: it is gone or changed. */
function placeOf(changed: NonNullable<Props["changed"]>, present: ExpectationsRead["expect"]): number {
  const was = JSON.stringify(changed.expectation);
  const isSame = (placed: PlacedExpectation | undefined) => JSON.stringify(placed?.expectation) === was;
  return isSame(present[changed.index]) ? changed.index : present.findIndex(isSame);
}

/** The form's missing input. */
function whatIsWrong(expectation: Expectation) {
  const wrong = (number: number) => !Number.isInteger(number) || number < 0 || number > MOST;
  switch (expectation.kind) {
    case "at-most":
      return wrong(expectation.most) ? ("expect.form.needsNumber" as const) : null;
    case "within":
      return wrong(expectation.days) || wrong(expectation.actsWithin) ? ("expect.form.needsNumber" as const) : null;
    default:
      return null;
  }
}

/** The initial expectation of a kind if none is known to hold: this one usually does. */
function first(kind: Expectation["kind"], names: Names): Expectation {
  const completed: Happening = { kind: "ends", status: "completed" };
  switch (kind) {
    case "before":
      // biome-ignore lint/suspicious/noThenProperty: an expectation is awaited by nobody.
      return { kind, first: firstDeed(names), then: completed };
    case "always":
      return { kind, when: completed, that: [firstDeed(names)] };
    case "never":
      return { kind, what: firstDeed(names) };
    case "possible":
      return { kind, reach: completed, without: [] };
    case "at-most":
      return { kind, most: 5, who: names.participants[0] ?? "", method: "email" };
    case "within":
      return { kind, days: 14, reach: completed, actsWithin: 3 };
  }
}

interface FieldsProps<E extends Expectation> {
  readonly names: Names;
  readonly expectation: E;
  readonly onChange: (expectation: Expectation) => void;
}

function KindFields({ names, expectation, onChange }: FieldsProps<Expectation>) {
  const { t } = useTranslation();
  switch (expectation.kind) {
    case "before":
      return (
        <>
          <HappeningFields
            {...{ names, label: t("expect.form.first"), value: expectation.first }}
            onChange={(happening) => onChange({ ...expectation, first: happening })}
          />
          <HappeningFields
            {...{ names, label: t("expect.form.then"), value: expectation.then }}
            onChange={(then) => onChange({ ...expectation, then })}
          />
        </>
      );
    case "always":
      return <AlwaysFields {...{ names, expectation, onChange }} />;
    case "never":
      return (
        <HappeningFields
          {...{ names, label: t("expect.form.this"), value: expectation.what }}
          onChange={(what) => onChange({ ...expectation, what })}
        />
      );
    case "possible":
      return (
        <>
          <HappeningFields
            {...{ names, label: t("expect.form.this"), value: expectation.reach }}
            onChange={(reach) => onChange({ ...expectation, reach })}
          />
          <CheckList
            label={t("expect.form.without")}
            names={names.participants}
            chosen={expectation.without}
            onChange={(without) => onChange({ ...expectation, without })}
          />
        </>
      );
    case "at-most":
      return <AtMostFields {...{ names, expectation, onChange }} />;
    case "within":
      return <WithinFields {...{ names, expectation, onChange }} />;
  }
}

function AlwaysFields({ names, expectation, onChange }: FieldsProps<Of<"always">>) {
  const { t } = useTranslation();
  const { that } = expectation;
  const setFact = (at: number, fact: Happening) => onChange({ ...expectation, that: that.with(at, fact) });
  return (
    <>
      <HappeningFields
        {...{ names, label: t("expect.form.when"), value: expectation.when }}
        onChange={(when) => onChange({ ...expectation, when })}
      />
      {that.map((fact, at) => (
        // Facts have no names of their own: one is its place.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={at} className="happening-row">
          <HappeningFields
            {...{ names, label: t(at === 0 ? "expect.form.that" : "expect.form.and"), value: fact }}
            onChange={(changed) => setFact(at, changed)}
          />
          {that.length > 1 && (
            <IconButton
              icon={X}
              label={t("expect.form.removeFact")}
              onClick={() => onChange({ ...expectation, that: that.toSpliced(at, 1) })}
            />
          )}
        </div>
      ))}
      <span className="buttons">
        <Button
          look="ghost"
          icon={Plus}
          onClick={() => onChange({ ...expectation, that: [...that, firstDeed(names, that)] })}
        >
          {t("expect.form.addFact")}
        </Button>
      </span>
    </>
  );
}

function AtMostFields({ names, expectation, onChange }: FieldsProps<Of<"at-most">>) {
  const { t } = useTranslation();
  const { most, who, method } = expectation;
  return (
    <div className="happening-fields">
      <Select
        label={t("common.who")}
        value={who}
        options={withOwn(names.participants, who).map((name) => [name, name] as const)}
        onChange={(name) => onChange({ ...expectation, who: name })}
      />
      <NumberInput
        most={MOST}
        label={t("expect.form.most")}
        value={most}
        onChange={(number) => onChange({ ...expectation, most: number })}
      />
      <Select
        label={t("common.messages")}
        value={method ?? "message"}
        options={(["email", "sms", "message"] as const).map((each) => [each, t(`expect.form.many.${each}`)] as const)}
        onChange={(chosen) => onChange({ ...expectation, method: chosen === "message" ? null : chosen })}
      />
    </div>
  );
}

function WithinFields({ names, expectation, onChange }: FieldsProps<Of<"within">>) {
  const { t } = useTranslation();
  const { days, reach, actsWithin } = expectation;
  return (
    <>
      <HappeningFields
        {...{ names, label: t("expect.form.this"), value: reach }}
        reachable
        onChange={(happening) => onChange({ ...expectation, reach: happening })}
      />
      <div className="happening-fields">
        <NumberInput
          most={MOST}
          label={t("expect.form.days")}
          value={days}
          onChange={(number) => onChange({ ...expectation, days: number })}
        />
        <NumberInput
          most={MOST}
          label={t("expect.form.actsWithin")}
          value={actsWithin}
          onChange={(number) => onChange({ ...expectation, actsWithin: number })}
        />
      </div>
    </>
  );
}
