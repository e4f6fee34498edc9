import {
  type Deed,
  deedsOf,
  endStatuses,
  type Happening,
  happeningText,
  type Names,
} from "../../../src-shared/foresight/index.ts";
import { Select, type Translate, useTranslation } from "../../components/index.ts";

const DOES = ["signs", "approves", "rejects", "sees", "email", "sms", "copy"] as const;
type Does = (typeof DOES)[number];
/** Value used instead of a document. */
const WHOLE_FLOW = "";

interface Props {
  /** The purpose of the happening. */
  readonly label: string;
  readonly names: Names;
  readonly value: Happening;
  /** Only happenings that `within` accepts. */
  readonly reachable?: boolean;
  readonly onChange: (happening: Happening) => void;
}

/** A happening, chosen from the flow's names: who does what, with which document. */
export function HappeningFields({ label, names, value, reachable = false, onChange }: Props) {
  const { t } = useTranslation();
  const subject = subjectOf(value);
  return (
    <fieldset className="happening">
      <legend>{label}</legend>
      <div className="happening-fields">
        <Select
          aria-label={t("common.who")}
          value={subject}
          options={subjects(t, reachable ? { ...names, participants: [] } : names, value)}
          onChange={(chosen) => onChange(withSubject(value, chosen, names))}
        />
        {value.kind === "begins" && (
          <Select
            aria-label={t("common.stage")}
            value={value.stage}
            options={withOwn(names.stages, value.stage).map(
              (name) => [name, t("expect.form.begins", { name })] as const,
            )}
            onChange={(stage) => onChange({ kind: "begins", stage })}
          />
        )}
        {value.kind === "ends" && (
          <Select
            aria-label={t("expect.form.ends")}
            value={value.status}
            options={(reachable ? endStatuses.slice(0, 1) : endStatuses).map(
              (status) => [status, t(`expect.form.${status}`)] as const,
            )}
            onChange={(status) => onChange({ kind: "ends", status })}
          />
        )}
        {"who" in value && <DeedFields {...{ names, value, onChange }} />}
      </div>
    </fieldset>
  );
}

/** Somebody's act or message: those that the flow asks for, and the current choice. */
function DeedFields({ names, value, onChange }: Pick<Props, "names" | "onChange"> & { readonly value: Deed }) {
  const { t } = useTranslation();
  const deeds = [...deedsOf(value.who, names), value];
  const does = doesOf(value);
  const verbs = new Set(deeds.map(doesOf));
  const documents = new Set(deeds.filter((deed) => doesOf(deed) === does).map(documentOf));
  return (
    <>
      <Select
        aria-label={t("expect.form.does")}
        value={does}
        options={DOES.filter((verb) => verbs.has(verb)).map((verb) => [verb, t(`expect.form.${verb}`)] as const)}
        onChange={(verb) => onChange(nearest(deeds, verb, documentOf(value)) ?? value)}
      />
      {"document" in value && (
        <Select
          aria-label={t("expect.form.document")}
          value={documentOf(value)}
          options={[...documents].map((name) => [name, name === WHOLE_FLOW ? t("common.wholeFlow") : name] as const)}
          onChange={(name) => onChange(nearest(deeds, does, name) ?? value)}
        />
      )}
    </>
  );
}

/** The deed with this verb and, if possible, this document. */
function nearest(deeds: readonly Deed[], does: Does, document: string): Deed | undefined {
  const alike = deeds.filter((deed) => doesOf(deed) === does);
  return alike.find((deed) => documentOf(deed) === document) ?? alike[0];
}

/** Includes a name that the flow no longer has. */
export function withOwn(names: readonly string[], own: string): readonly string[] {
  return own === "" || names.includes(own) ? names : [own, ...names];
}

const subjectOf = (happening: Happening) =>
  "who" in happening ? `who ${happening.who}` : happening.kind === "begins" ? "stage" : "flow";

function subjects(t: Translate, { participants, stages }: Names, value: Happening) {
  const people = withOwn(participants, "who" in value ? value.who : "").map((name) => [`who ${name}`, name] as const);
  return [
    ...people,
    ...(stages.length > 0 ? [["stage", t("expect.form.aStage")] as const] : []),
    ["flow", t("common.theFlow")] as const,
  ];
}

function withSubject(before: Happening, subject: string, names: Names): Happening {
  if (subject === "flow") return { kind: "ends", status: "completed" };
  if (subject === "stage") return { kind: "begins", stage: names.stages[0] ?? "" };
  const deeds = deedsOf(subject.slice("who ".length), names);
  const alike = "who" in before ? nearest(deeds, doesOf(before), documentOf(before)) : undefined;
  return alike ?? deeds[0] ?? before;
}

function doesOf(value: Deed): Does {
  switch (value.kind) {
    case "act":
      return value.does;
    case "gets-message":
      return value.method;
    case "gets-copy":
      return "copy";
    default:
      return value.kind;
  }
}

const documentOf = (value: Deed) => ("document" in value ? (value.document ?? WHOLE_FLOW) : WHOLE_FLOW);

/** The initial happening for these names: the first act that is not listed yet. */
export function firstDeed(names: Names, taken: readonly Happening[] = []): Happening {
  const words = taken.map((happening) => happeningText(happening));
  const deeds = names.participants.flatMap((who) => deedsOf(who, names));
  return (
    deeds.find((deed) => deed.kind === "act" && !words.includes(happeningText(deed))) ??
    deeds[0] ?? { kind: "ends", status: "completed" }
  );
}
