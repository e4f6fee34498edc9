import { type FormEvent, type RefObject, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../components/dialog.tsx";
import { FormFoot } from "./form-foot.tsx";
import { type Contacts, contactProblems } from "./new-participant.ts";

/** Names a new participant, with where mail or SMS go, or a new document. */
export function NewNameDialog({
  kind,
  taken,
  onDone,
  onClose,
}: {
  readonly kind: "participant" | "document";
  readonly taken: readonly string[];
  readonly onDone: (name: string, contacts: Contacts) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const first = useRef<HTMLInputElement>(null);
  const [name, setName] = useState("");
  const [contacts, setContacts] = useState<Contacts>({ email: "", phone: "" });
  const wanted = name.trim();
  const nameProblem = taken.includes(wanted) ? t("rename.refused.taken", { name: wanted }) : null;
  const keys = contactProblems(contacts);
  const [emailProblem, phoneProblem] = [keys.email && t(keys.email), keys.phone && t(keys.phone)];
  const wrong = nameProblem ?? emailProblem ?? phoneProblem;
  const missing = whatIsMissing();
  function whatIsMissing(): string | null {
    if (wanted === "") return t("newName.needsName");
    const reached = `${contacts.email}${contacts.phone}`.trim() !== "";
    return kind === "participant" && !reached ? t("newName.needsContact") : null;
  }
  const done = (event: FormEvent) => {
    event.preventDefault();
    if ((wrong ?? missing) === null) onDone(wanted, contacts);
  };
  return (
    <Dialog open onClose={onClose} focusFirst={first} title={t(`newName.${kind}`)}>
      <form className="form" onSubmit={done}>
        <Field field={first} label={t("newName.name")} value={name} problem={nameProblem} onChange={setName} />
        {kind === "participant" && (
          <>
            <Field
              label={t("newName.email")}
              type="email"
              value={contacts.email}
              problem={emailProblem}
              onChange={(email) => setContacts({ ...contacts, email })}
            />
            <Field
              label={t("newName.phone")}
              type="tel"
              value={contacts.phone}
              problem={phoneProblem}
              onChange={(phone) => setContacts({ ...contacts, phone })}
            />
          </>
        )}
        <FormFoot
          missing={missing}
          toldAbove={wrong}
          says={t(`newName.${kind}Text`)}
          does={t("newName.add")}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}

interface FieldProps {
  readonly label: string;
  readonly type?: "text" | "email" | "tel";
  readonly value: string;
  /** Shown once the field is left, and gone as soon as it is put right. */
  readonly problem: string | null;
  readonly field?: RefObject<HTMLInputElement | null>;
  readonly onChange: (typed: string) => void;
}

function Field({ label, type = "text", value, problem, field, onChange }: FieldProps) {
  const id = useId();
  const [left, setLeft] = useState(false);
  // A name that is taken can be told at once; half an address is no mistake yet.
  const told = left || type === "text" ? problem : null;
  return (
    <label className="form-field">
      {label}
      <input
        ref={field}
        className="field"
        // A browser's own check would tell in its own words.
        type={type === "email" ? "text" : type}
        inputMode={type}
        value={value}
        maxLength={200}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => setLeft(true)}
        aria-invalid={told !== null}
        aria-describedby={told === null ? undefined : id}
        autoComplete="off"
        spellCheck={false}
      />
      {told !== null && (
        <span id={id} className="form-problem">
          {told}
        </span>
      )}
    </label>
  );
}
