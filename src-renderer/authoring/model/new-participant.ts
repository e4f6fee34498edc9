import { isEmailAddress } from "../../../src-shared/basics/index.ts";
import { isPhoneNumber, plainNumber, type TextKey } from "../../components/index.ts";

/** How a new participant is reached; either may be empty. */
export interface Contacts {
  readonly email: string;
  readonly phone: string;
}

/** Keys of the texts that say what is wrong with what is typed so far; null where nothing is, or nothing is typed. */
export function contactProblems({ email, phone }: Contacts): Readonly<Record<keyof Contacts, TextKey | null>> {
  return {
    email: email.trim() === "" || isEmailAddress(email.trim()) ? null : "newName.wrongEmail",
    phone: phone.trim() === "" || isPhoneNumber(phone) ? null : "newName.wrongPhone",
  };
}

/** Whether what is typed has no right continuation; half an address has one. */
export function contactsNeverValid({ email, phone }: Contacts): Readonly<Record<keyof Contacts, boolean>> {
  const number = plainNumber(phone);
  return {
    email: !/^[^\s@]*(@[^\s@]*)?$/.test(email.trim()),
    // A single 0 may be the first of the two that stand for +.
    phone: number !== "0" && !/^(\+([1-9]\d{0,14})?)?$/.test(number),
  };
}

/** The participant's parameters: known by the e-mail address, or by the number where that is all there is. */
export function participantValue({ email, phone }: Contacts): Readonly<Record<string, string>> {
  const [address, number] = [email.trim(), plainNumber(phone)];
  if (address === "") return { id_type: "phone_number", id: number };
  return { id_type: "email", id: address, ...(number !== "" && { phone_number: number }) };
}
