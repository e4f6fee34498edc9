import { useState } from "react";
import { marksShown } from "../../../src-shared/basics/index.ts";
import { FORM_PROBLEM, InputField, useTranslation } from "../../components/index.ts";
import "./recipients.css";

/** People who get mail at a start without being counted by the author. */
const FEW = 3;

/** Whether the author has counted those whom a service will write to. */
export const isCounted = (count: number, typed: string): boolean => count <= FEW || typed.trim() === String(count);

/** What the author has typed of the list with a fingerprint: of another list they have counted nothing. */
export function useTyped(fingerprint: string) {
  const [{ of, typed }, setTyped] = useState({ of: fingerprint, typed: "" });
  return [of === fingerprint ? typed : "", (words: string) => setTyped({ of: fingerprint, typed: words })] as const;
}

interface Props {
  readonly people: readonly { readonly name: string; readonly email: string | null; readonly phone: string | null }[];
  readonly typed: string;
  readonly onType: (typed: string) => void;
}

/** Everybody whom a service will really write to; where they are many, it asks for their number [Y10]. */
export function Recipients({ people, typed, onType }: Props) {
  const { t } = useTranslation();
  const { length: count } = people;
  return (
    <>
      <section className="recipients" aria-label={t("remoteRuns.recipients", { count })}>
        <h3>{t("remoteRuns.recipients", { count })}</h3>
        <ul>
          {people.map(({ name, email, phone }) => (
            <li key={name}>
              <strong>{marksShown(name)}</strong>{" "}
              <span className="soft">{[email, phone].filter((address) => address !== null).join(", ")}</span>
            </li>
          ))}
        </ul>
      </section>
      {count > FEW && (
        <InputField
          label={t("remoteRuns.typeCount", { count })}
          inputMode="numeric"
          value={typed}
          aria-describedby={FORM_PROBLEM}
          onChange={onType}
        />
      )}
    </>
  );
}
