import { BookUser, FlaskConical, Hourglass, IdCard, type LucideIcon, ScanFace, Smartphone } from "lucide-react";
import type { ReactNode } from "react";
import { Check } from "../../components/controls/inputs.tsx";
import { Button } from "../frame/parts.tsx";
import { useTranslation } from "../session/texts.ts";
import { DocumentChoice } from "./document-choice.tsx";
import { MovingCode, StillCode } from "./qr-code.tsx";
import type { FieldName, Place, Seen, Step, Way } from "./steps.ts";

interface Props {
  readonly step: Step;
  readonly seen: Seen;
  /** The flow gives a date of birth to compare with the document's. */
  readonly comparesDate: boolean;
  readonly busy: boolean;
  readonly onSeen: (change: Partial<Seen>) => void;
  readonly onWay: (way: Way) => void;
  readonly onCancel: () => void;
}

/** A step's content and its next steps. */
export function StepContent({ step, busy, onWay, onCancel, ...shown }: Props) {
  const { t } = useTranslation();
  const { ways = [], elsewhere, fields = [], choice } = step;
  const plain = choice === true || elsewhere !== undefined;
  const button = (way: Way, look: "primary" | "plain") => (
    <Button key={way.name} look={look} busy={busy} onClick={() => onWay(way)}>
      {t(`check.way.${way.name}`)}
    </Button>
  );
  return (
    <>
      <Shown step={step} {...shown} />
      {fields.length > 0 && <Fields names={fields} />}
      {elsewhere !== undefined && (
        <Elsewhere place={elsewhere.place}>
          {elsewhere.ways.map((way, at) => button(way, at === 0 ? "primary" : "plain"))}
        </Elsewhere>
      )}
      <div className="buttons">
        {ways.map((way, at) => button(way, plain || at > 0 ? "plain" : "primary"))}
        <Button look="ghost" busy={busy} onClick={onCancel}>
          {t("common.cancel")}
        </Button>
      </div>
    </>
  );
}

/** Simulates an app or another device that the page waits for. */
function Elsewhere({ place, children }: { readonly place: Place; readonly children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <>
      <p className="check-waits">
        <Hourglass className="icon" aria-hidden />
        {t("check.waits")}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would promise a form */}
      <div className="elsewhere" role="group" aria-label={t(`check.place.${place}`)}>
        <p className="elsewhere-place" aria-hidden="true">
          <Smartphone className="icon" />
          {t(`check.place.${place}`)}
        </p>
        <div className="buttons">{children}</div>
      </div>
    </>
  );
}

const PICTURES: Readonly<Record<"card" | "page" | "face", LucideIcon>> = {
  card: IdCard,
  page: BookUser,
  face: ScanFace,
};

function Shown({ step, seen, comparesDate, onSeen }: Omit<Props, "busy" | "onWay" | "onCancel">): ReactNode {
  const { t } = useTranslation();
  switch (step.shows) {
    case undefined:
      return null;
    case "moving_code":
      return <MovingCode />;
    case "still_code":
      return <StillCode />;
    case "event_code":
      return (
        <p className="event-code">
          {t("check.eventCode")} <strong className="mono">7K2P</strong>
        </p>
      );
    case "document":
      return (
        seen.identity && (
          <DocumentChoice
            identity={seen.identity}
            document={seen.document}
            country={seen.country}
            onDocument={(document) => onSeen({ document })}
            onCountry={(country) => onSeen({ country })}
          />
        )
      );
    case "review":
      return (
        comparesDate && (
          <Check checked={seen.otherDate} onChange={(otherDate) => onSeen({ otherDate })}>
            {t("check.otherDate")}
          </Check>
        )
      );
    default:
      return <Picture icon={PICTURES[step.shows]} />;
  }
}

/** Replaces the camera image. */
function Picture({ icon: Icon }: { readonly icon: LucideIcon }) {
  const { t } = useTranslation();
  return (
    <>
      <div className="camera" aria-hidden="true">
        <Icon className="icon" />
      </div>
      <p className="hint">
        <FlaskConical className="icon" aria-hidden />
        {t("check.noCamera")}
      </p>
    </>
  );
}

/** The fields of a real page, as a picture. */
function Fields({ names }: { readonly names: readonly FieldName[] }) {
  const { t } = useTranslation();
  return (
    <>
      <ul className="asked-fields">
        {names.map((name) => (
          <li key={name}>
            {t(`check.field.${name}`)}
            <span className="asked-field" aria-hidden="true">
              ••••••••
            </span>
          </li>
        ))}
      </ul>
      <p className="hint">
        <FlaskConical className="icon" aria-hidden />
        {t("check.noSecrets")}
      </p>
    </>
  );
}
