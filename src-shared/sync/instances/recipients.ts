import { takesCode } from "../../authentication/index.ts";
import type { CheckedDraft, NotifyMethods, Participant } from "../../language/index.ts";

/** Somebody whom a service really writes to, once a flow is started there. */
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
    const code = checks.some((check) => check !== null && takesCode(check.provider));
    return {
      name,
      email: methods.some((one) => one.email !== null) ? email : null,
      phone: code || methods.some((one) => one.sms !== null) ? phoneNumber : null,
    };
  };
  return parameters.participants.map(reached).filter(({ email, phone }) => email !== null || phone !== null);
}
