import { takesCode } from "../../authentication/index.ts";
import type { CheckedDraft, NotifyMethods, Participant, Process } from "../../language/index.ts";

/** Somebody who really gets mail or SMS from the service once a flow starts there. */
export interface Recipient {
  readonly name: string;
  /** null: no mail goes to them. */
  readonly email: string | null;
  /** null: no SMS goes to them. */
  readonly phone: string | null;
}

/** Everybody to whom a run sends mail or SMS: notifications, reminders, and codes of an authentication. */
export function recipientsOf({ process, parameters }: CheckedDraft): readonly Recipient[] {
  const notices = process.stages.flatMap(({ actions }) => actions).filter((action) => action.kind === "notify");
  const reached = (participant: Participant): Recipient => {
    const { name, email, phoneNumber } = participant;
    const methods: NotifyMethods[] = [
      ...notices.filter(({ users }) => users.includes(name)).map((notice) => notice.methods),
      ...process.automaticReminders.flatMap(({ users, methods: given }) =>
        given === null || users?.includes(name) === false ? [] : [given],
      ),
    ];
    const checks = [participant.authToView, participant.authToViewArchived, participant.authToSign];
    const known = remindedUninvited(process, name) ? (email === null ? "sms" : "email") : null;
    const code = checks.some((check) => check !== null && takesCode(check.provider));
    return {
      name,
      email: known === "email" || methods.some((one) => one.email !== null) ? email : null,
      phone: code || known === "sms" || methods.some((one) => one.sms !== null) ? phoneNumber : null,
    };
  };
  return parameters.participants.map(reached).filter(({ email, phone }) => email !== null || phone !== null);
}

/** Whether a reminder without methods finds somebody in a stage before any invitation: it then takes the address that is known [C1]. */
function remindedUninvited({ stages, automaticReminders }: Process, name: string): boolean {
  if (!automaticReminders.some(({ users, methods }) => methods === null && users?.includes(name) !== false))
    return false;
  const names = ({ users }: { readonly users: readonly string[] }) => users.includes(name);
  const invited = stages.findIndex(({ actions }) =>
    actions.some((action) => action.kind === "notify" && !action.confirmation && names(action)),
  );
  const acts = stages.findIndex(({ conditions }) => conditions.some(names));
  return acts !== -1 && (invited === -1 || acts < invited);
}
