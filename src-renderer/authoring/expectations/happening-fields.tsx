import type { EndStatus, Happening, Names } from "../../../src-shared/foresight/index.ts";
import { Select, type Translate, useTranslation } from "../../components/index.ts";

const DOES = ["signs", "approves", "rejects", "sees", "email", "sms", "copy"] as const;
type Does = (typeof DOES)[number];
const ENDS = ["completed", "failed", "canceled", "timed_out"] as const satisfies readonly EndStatus[];
/** In place of a document. */
const WHOLE_FLOW = "";

interface Props {
  /** What the happening is for. */
  readonly label: string;
  readonly names: Names;
  readonly value: Happening;
  /** Only what `within` can reach. */
  readonly reachable?: boolean;
  readonly onChange: (happening: Happening) => void;
}

/** What happens, chosen from the flow's names: who, does what, with which document. */
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
            options={(reachable ? ENDS.slice(0, 1) : ENDS).map(
              (status) => [status, t(`expect.form.${status}`)] as const,
            )}
            onChange={(status) => onChange({ kind: "ends", status })}
          />
        )}
        {"who" in value && <Deed {...{ names, value, onChange }} />}
      </div>
    </fieldset>
  );
}

type Deed = Extract<Happening, { readonly who: string }>;

function Deed({ names, value, onChange }: Pick<Props, "names" | "onChange"> & { readonly value: Deed }) {
  const { t } = useTranslation();
  const does = doesOf(value);
  const document = "document" in value ? (value.document ?? WHOLE_FLOW) : null;
  const documents = withOwn(names.documents, document ?? WHOLE_FLOW).map((name) => [name, name] as const);
  return (
    <>
      <Select
        aria-label={t("expect.form.does")}
        value={does}
        options={DOES.map((verb) => [verb, t(`expect.form.${verb}`)] as const)}
        onChange={(verb) => onChange(deed(value.who, verb, document ?? names.documents[0] ?? ""))}
      />
      {document !== null && (
        <Select
          aria-label={t("expect.form.document")}
          value={document}
          options={does === "rejects" ? [[WHOLE_FLOW, t("expect.form.wholeFlow")], ...documents] : documents}
          onChange={(chosen) => onChange(deed(value.who, does, chosen))}
        />
      )}
    </>
  );
}

/** A name that the flow no longer has is shown, too. */
function withOwn(names: readonly string[], own: string): readonly string[] {
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
  const who = subject.slice("who ".length);
  return "who" in before ? { ...before, who } : deed(who, "signs", names.documents[0] ?? "");
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

function deed(who: string, does: Does, document: string): Happening {
  switch (does) {
    case "signs":
    case "approves":
      return { kind: "act", who, does, document };
    case "rejects":
      return { kind: "rejects", who, document: document === WHOLE_FLOW ? null : document };
    case "sees":
      return { kind: "sees", who, document };
    case "email":
    case "sms":
      return { kind: "gets-message", who, method: does };
    case "copy":
      return { kind: "gets-copy", who, document };
  }
}

/** Something that happens in a flow with these names, to begin with. */
export function firstDeed({ participants, documents }: Names, who = 0): Happening {
  const name = participants[Math.min(who, participants.length - 1)];
  return name === undefined ? { kind: "ends", status: "completed" } : deed(name, "signs", documents[0] ?? "");
}
