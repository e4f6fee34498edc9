import { isEmailAddress } from "../../src-shared/basics/index.ts";
import { isPhoneNumber, plainNumber } from "../components/index.ts";
import type { Person } from "./flow-of-pdfs.ts";

/** A row of the dialog, as it is typed. */
export interface TypedPerson extends Person {
  readonly key: number;
}

/** Why a row cannot be used: its contact is missing or is none. */
export type RowProblem = "needsContact" | "wrongContact";

const isEmpty = ({ name, contact }: TypedPerson) => name.trim() === "" && contact.trim() === "";
export function problemOf(row: TypedPerson): RowProblem | null {
  const contact = row.contact.trim();
  if (isEmpty(row)) return null;
  if (contact === "") return "needsContact";
  return isEmailAddress(contact) || isPhoneNumber(contact) ? null : "wrongContact";
}

/** The people of the rows that are filled in, each with a name of its own: the typed one, else the address's first part. */
export function peopleOf(rows: readonly TypedPerson[]): readonly Person[] {
  const taken = new Set<string>();
  return rows
    .filter((row) => !isEmpty(row))
    .map(({ name, contact, part, turn }) => {
      const reached = contact.includes("@") ? contact.trim() : plainNumber(contact);
      const base = name.trim() || (reached.split("@")[0] ?? reached);
      let own = base;
      for (let count = 2; taken.has(own); count += 1) own = `${base}-${count}`;
      taken.add(own);
      return { name: own, contact: reached, part, turn };
    });
}
