import { Trash2, UserPlus, Users } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { type Intent, idTypes } from "../../../../src-shared/language/index.ts";
import { Button, confirmFirst, EmptyState, useTranslation } from "../../../components/index.ts";
import { SelectField, TextField } from "../../forms/fields.tsx";
import { NewNameDialog } from "../../forms/new-name-dialog.tsx";
import { Problems } from "../../forms/problems.tsx";
import type { AnalysisView } from "../../language/analysis-view.ts";
import { fieldText } from "../../language/raw-value.ts";
import { nameProblem } from "../../model/names.ts";
import { type Contacts, participantValue } from "../../model/new-participant.ts";
import { fieldProblems, type GivenParticipant, givenParticipants } from "../../model/participants.ts";
import type { SectionProps } from "../../model/problems.ts";
import { useSession } from "../../session/use-session.ts";
import { ParticipantCards } from "./participant-cards.tsx";
import { UnmatchedNames } from "./unmatched-names.tsx";
import "./participants-section.css";

const AUTHENTICATION = /\/auth_to_[a-z_]+(?:\/|$)/;

const ownProblems = ({ problems }: GivenParticipant) => problems.filter(({ pointer }) => !AUTHENTICATION.test(pointer));

/** The participants: each with a name in the flow, an identity, and their addresses. */
export function ParticipantsSection({ analysis }: SectionProps) {
  const { t } = useTranslation();
  const session = useSession();
  const participants = useMemo(() => givenParticipants(analysis), [analysis]);
  const [open, setOpen] = useState<number | null>(participants.length === 1 ? 0 : null);
  const [adding, setAdding] = useState(false);
  const names = participants.map(({ name }) => name);
  const add = async (name: string, contacts: Contacts) => {
    setAdding(false);
    const done = await session.change([{ intent: "addParticipant", name, value: participantValue(contacts) }]);
    if (done) setOpen(names.length);
  };
  const summary = useCallback(
    ({ value, stages }: GivenParticipant) =>
      [fieldText(value.id), stages.length > 0 ? t("participantsForm.usedIn", { stages }) : t("participantsForm.unused")]
        .filter((part) => part !== "")
        .join(" · "),
    [t],
  );
  return (
    <>
      <div className="param-head">
        <Button icon={UserPlus} onClick={() => setAdding(true)}>
          {t("common.addParticipant")}
        </Button>
      </div>
      <UnmatchedNames analysis={analysis} />
      {participants.length === 0 && (
        <EmptyState icon={Users} title={t("participantsForm.none")}>
          {t("participantsForm.noneText")}
        </EmptyState>
      )}
      <ParticipantCards
        label={t("common.participants")}
        analysis={analysis}
        participants={participants}
        open={open}
        onOpen={setOpen}
        summary={summary}
        problems={ownProblems}
      >
        {(participant) => (
          <ParticipantForm
            analysis={analysis}
            participant={participant}
            names={names}
            onRemoved={() => setOpen(null)}
          />
        )}
      </ParticipantCards>
      {adding && (
        <NewNameDialog
          kind="participant"
          taken={names}
          onDone={(name, contacts) => void add(name, contacts)}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}

interface FormProps {
  readonly analysis: AnalysisView;
  readonly participant: GivenParticipant;
  readonly names: readonly string[];
  readonly onRemoved: () => void;
}

function ParticipantForm({ analysis, participant, names, onRemoved }: FormProps) {
  // A shared identity is shown at both participants.
  const shared = participant.problems.filter(({ rule }) => rule === "R005");
  const shown = new Set([...FIELDS.flatMap((key) => fieldProblems(participant, key)), ...shared]);
  return (
    <>
      <div className="param-grid">
        <NameField name={participant.name} taken={names} />
        <Identity analysis={analysis} participant={participant} shared={shared} />
        <Reached analysis={analysis} participant={participant} />
      </div>
      <Problems
        text={analysis.text}
        problems={ownProblems(participant).filter((problem) => problem.rule !== "R004" && !shown.has(problem))}
      />
      <Remove participant={participant} onRemoved={onRemoved} />
    </>
  );
}

type PartProps = Pick<FormProps, "analysis" | "participant">;

/** The participant's identity. */
function Identity({ analysis, participant, shared }: PartProps & { readonly shared: GivenParticipant["problems"] }) {
  const { t } = useTranslation();
  const setField = useSetField(participant.name);
  const idType = fieldText(participant.value.id_type);
  const known = idTypes.find((type) => type === idType);
  return (
    <>
      <SelectField
        text={analysis.text}
        problems={fieldProblems(participant, "id_type")}
        label={t("participantsForm.idType")}
        help={known && t(`participantsForm.idType_${known}_help`)}
        value={idType}
        options={idTypes.map((type) => [type, t(`idTypes.${type}`)] as const)}
        onChange={(type) => setField("id_type", type)}
      />
      <ContactField
        {...{ analysis, participant, shared }}
        field="id"
        label={known ? t(`idTypes.${known}`) : t("participantsForm.id")}
      />
    </>
  );
}

/** The addresses for mail and SMS, unless the identity is the address. */
function Reached({ analysis, participant }: PartProps) {
  const { value } = participant;
  const asked = (field: "email" | "phone_number") => value.id_type !== field || fieldText(value[field]) !== "";
  return (
    <>
      {asked("email") && <EmailField {...{ analysis, participant }} />}
      {asked("phone_number") && <PhoneField {...{ analysis, participant }} />}
    </>
  );
}

/** First asks for confirmation if stages mention the participant. */
function Remove({ participant: { name, stages }, onRemoved }: Pick<FormProps, "participant" | "onRemoved">) {
  const { t } = useTranslation();
  const session = useSession();
  const remove = async () => {
    const question = {
      title: t("participantsForm.removeTitle", { name }),
      body: t("participantsForm.removeText", { stages }),
      confirm: t("common.remove"),
      dangerous: true,
    };
    if (stages.length > 0 && !(await confirmFirst(question))) return;
    if (await session.change([{ intent: "remove", kind: "participant", name }])) onRemoved();
  };
  return (
    <div className="param-card-foot">
      <Button look="ghost" icon={Trash2} onClick={() => void remove()} aria-label={t("common.removeNamed", { name })}>
        {t("common.remove")}
      </Button>
    </div>
  );
}

type Contact = Extract<Intent, { readonly intent: "setParticipantField" }>["field"];
const FIELDS: readonly Contact[] = ["id_type", "id", "email", "phone_number"];

function useSetField(name: string): (field: Contact, value: string | null) => Promise<boolean> {
  const session = useSession();
  return (field, value) => session.change([{ intent: "setParticipantField", name, field, value }]);
}

interface ContactFieldProps extends PartProps {
  readonly field: Exclude<Contact, "id_type">;
  readonly label: string;
  readonly help?: string;
  readonly inputMode?: "email" | "tel";
  /** Problems that are shown at another participant. */
  readonly shared?: GivenParticipant["problems"];
}

function ContactField({ analysis, participant, field, shared = [], ...words }: ContactFieldProps) {
  const setField = useSetField(participant.name);
  return (
    <TextField
      {...words}
      text={analysis.text}
      problems={[...new Set([...fieldProblems(participant, field), ...shared])]}
      value={fieldText(participant.value[field])}
      onCommit={(typed) => setField(field, field === "id" ? typed : typed || null)}
    />
  );
}

function EmailField(part: PartProps) {
  const { t } = useTranslation();
  const words = { label: t("idTypes.email"), help: t("participantsForm.emailHelp") };
  return <ContactField {...part} {...words} field="email" inputMode="email" />;
}

/** The number for SMS; also requested if a code is sent by SMS. */
export function PhoneField(part: PartProps) {
  const { t } = useTranslation();
  const words = { label: t("idTypes.phone_number"), help: t("participantsForm.phoneHelp") };
  return <ContactField {...part} {...words} field="phone_number" inputMode="tel" />;
}

/** The name in the flow; a new one is written to the process and the parameters at once, when the field is left. */
function NameField({ name, taken }: { readonly name: string; readonly taken: readonly string[] }) {
  const { t } = useTranslation();
  const session = useSession();
  const refusal = (to: string) =>
    to === "" ? t("newName.participantNeedsName") : to === name ? null : nameProblem(t, to, taken);
  const rename = async (to: string) =>
    refusal(to) === null && session.change([{ intent: "rename", kind: "participant", name, to }]);
  return (
    <TextField
      label={t("common.nameInFlow")}
      help={t("participantsForm.nameHelp")}
      value={name}
      pause={false}
      check={refusal}
      onCommit={rename}
    />
  );
}
