import { isEmailAddress } from "../../../src-shared/basics/index.ts";
import { isPhoneNumber, plainNumber, type TextKey } from "../../components/index.ts";

/** The addresses of a new participant; either may be empty. */
export interface Contacts {
  readonly email: string;
  readonly phone: string;
}

/** Keys of the texts for problems in the current input; null if there are none, or nothing is typed. */
export function contactProblems({ email, phone }: Contacts): Readonly<Record<keyof Contacts, TextKey | null>> {
  return {
    email: email.trim() === "" || isEmailAddress(email.trim()) ? null : "newName.wrongEmail",
    phone: phone.trim() === "" || isPhoneNumber(phone) ? null : "newName.wrongPhone",
  };
}

/** Whether the input can no longer become valid; half an address still can. */
export function contactsNeverValid({ email, phone }: Contacts): Readonly<Record<keyof Contacts, boolean>> {
  const number = plainNumber(phone);
  return {
    email: !/^[^\s@]*(@[^\s@]*)?$/.test(email.trim()),
    // A single 0 may be the first of the two that stand for +.
    phone: number !== "0" && !/^(\+([1-9]\d{0,14})?)?$/.test(number),
  };
}

/** The participant's parameters: identified by the e-mail address, or by the number if there is only that. */
export function participantValue({ email, phone }: Contacts): Readonly<Record<string, string>> {
  const [address, number] = [email.trim(), plainNumber(phone)];
  if (address === "") return { id_type: "phone_number", id: number };
  return { id_type: "email", id: address, ...(number !== "" && { phone_number: number }) };
}
