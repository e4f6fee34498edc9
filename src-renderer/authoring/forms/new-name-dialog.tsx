import { type RefObject, useEffect, useId, useRef, useState } from "react";
import { FormDialog, InputField, useTranslation } from "../../components/index.ts";
import { nameProblem } from "../model/names.ts";
import { type Contacts, contactProblems, contactsNeverValid } from "../model/new-participant.ts";

interface NewNameDialogProps {
  readonly kind: "participant" | "document";
  readonly taken: readonly string[];
  readonly onDone: (name: string, contacts: Contacts) => void;
  readonly onClose: () => void;
}

/** Names a new participant, with their address for mail or SMS, or a new document. */
export function NewNameDialog({ kind, taken, onDone, onClose }: NewNameDialogProps) {
  const { t } = useTranslation();
  const first = useRef<HTMLInputElement>(null);
  const [name, setName] = useState("");
  const [contacts, setContacts] = useState<Contacts>({ email: "", phone: "" });
  const wanted = name.trim();
  const wrongName = wanted === "" ? null : nameProblem(t, wanted, taken);
  const keys = contactProblems(contacts);
  const [emailProblem, phoneProblem] = [keys.email && t(keys.email), keys.phone && t(keys.phone)];
  const neverValid = contactsNeverValid(contacts);
  const wrong = wrongName ?? emailProblem ?? phoneProblem;
  const reached = kind === "document" || `${contacts.email}${contacts.phone}`.trim() !== "";
  const noName = wanted === "" ? t(`newName.${kind}NeedsName`) : null;
  const noContact = reached ? null : t("newName.needsContact");
  const missing = noName ?? noContact;
  // From the first attempt on, missing values are marked as errors.
  const [tried, setTried] = useState(false);
  return (
    <FormDialog
      title={t(`newName.${kind}`)}
      focusFirst={first}
      blocked={wrong ?? missing}
      // Missing input is reported once: by its field, once that is marked.
      note={(tried ? null : missing) ?? t(`newName.${kind}Text`)}
      done={t("common.add")}
      onSubmit={() => onDone(wanted, contacts)}
      onRefused={() => setTried(true)}
      onClose={onClose}
    >
      <div className="form">
        <Field
          field={first}
          label={t("common.nameInFlow")}
          value={name}
          problem={wrongName ?? (tried ? noName : null)}
          showNow
          onChange={setName}
        />
        {kind === "participant" && (
          <>
            <Field
              label={t("idTypes.email")}
              type="email"
              value={contacts.email}
              problem={emailProblem ?? (tried ? noContact : null)}
              showNow={tried || neverValid.email}
              onChange={(email) => setContacts({ ...contacts, email })}
            />
            <Field
              label={t("idTypes.phone_number")}
              type="tel"
              value={contacts.phone}
              problem={phoneProblem}
              showNow={tried || neverValid.phone}
              onChange={(phone) => setContacts({ ...contacts, phone })}
            />
          </>
        )}
      </div>
    </FormDialog>
  );
}

/** Milliseconds without another letter before half an address counts as a whole one. */
const PAUSE_MS = 1_500;

interface FieldProps {
  readonly label: string;
  readonly type?: "text" | "email" | "tel";
  readonly value: string;
  /** Shown once the field is left or typing pauses; hidden as soon as it is fixed. */
  readonly problem: string | null;
  /** At once: half an address is no error yet, but a text that cannot become valid is. */
  readonly showNow: boolean;
  readonly field?: RefObject<HTMLInputElement | null>;
  readonly onChange: (typed: string) => void;
}

function Field({ label, type = "text", value, problem, showNow, field, onChange }: FieldProps) {
  const id = useId();
  const [left, setLeft] = useState(false);
  const [paused, setPaused] = useState("");
  useEffect(() => {
    const timer = window.setTimeout(() => setPaused(value), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [value]);
  const shown = showNow || left || paused === value ? problem : null;
  return (
    <InputField
      {...{ label, value, onChange }}
      ref={field}
      // The browser's own check would use its own words.
      type={type === "email" ? "text" : type}
      inputMode={type}
      maxLength={200}
      onBlur={() => setLeft(true)}
      aria-invalid={shown !== null}
      aria-describedby={shown === null ? undefined : id}
      spellCheck={false}
    >
      {shown !== null && (
        <span id={id} className="form-problem">
          {shown}
        </span>
      )}
    </InputField>
  );
}
