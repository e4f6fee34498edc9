import { useState } from "react";
import { marksShown } from "../../../src-shared/basics/index.ts";
import { FORM_PROBLEM, InputField, Pill, useTranslation } from "../../components/index.ts";
import "./recipients.css";

/** Up to this many recipients, the author need not enter their number. */
const FEW = 3;

/** Whether the author has entered the number of the service's recipients. */
export const isCounted = (count: number, typed: string): boolean => count <= FEW || typed.trim() === String(count);

/** The author's input for the list with a fingerprint: another list starts empty. */
export function useTyped(fingerprint: string) {
  const [{ of, typed }, setTyped] = useState({ of: fingerprint, typed: "" });
  return [of === fingerprint ? typed : "", (words: string) => setTyped({ of: fingerprint, typed: words })] as const;
}

interface Person {
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
}

const addressesOf = ({ email, phone }: Person): string => [email, phone].filter((one) => one !== null).join(", ");

interface Props {
  readonly people: readonly Person[];
  /** As its author last saw them: new, changed and removed people are marked. */
  readonly before: readonly Person[];
  readonly typed: string;
  readonly onType: (typed: string) => void;
}

/** Everybody to whom a service will really write; if they are many, it asks for their number [Y10]. */
export function Recipients({ people, before, typed, onType }: Props) {
  const { t } = useTranslation();
  const { length: count } = people;
  const old = new Map(before.map((person) => [person.name, addressesOf(person)]));
  const gone = before.filter(({ name }) => people.every((person) => person.name !== name));
  return (
    <>
      <section className="recipients" aria-label={t("remoteRuns.recipients", { count })}>
        <h3>{t("remoteRuns.recipients", { count })}</h3>
        <ul>
          {people.map((person) => (
            <li key={person.name}>
              <strong>{marksShown(person.name)}</strong> <span className="soft">{addressesOf(person)}</span>{" "}
              <Change before={old.get(person.name) ?? null} now={addressesOf(person)} />
            </li>
          ))}
          {gone.map(({ name }) => (
            <li key={name}>
              <strong>{marksShown(name)}</strong> <Pill>{t("remoteRuns.person.gone")}</Pill>
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

/** A person's changes since the author looked. @param before their addresses; null: they were not there */
function Change({ before, now }: { readonly before: string | null; readonly now: string }) {
  const { t } = useTranslation();
  if (before === now) return null;
  if (before === null) return <Pill>{t("remoteRuns.person.new")}</Pill>;
  return <Pill>{t("remoteRuns.person.changed", { before: marksShown(before) })}</Pill>;
}
