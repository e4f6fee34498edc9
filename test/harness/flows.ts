import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Host, InstanceDetail, StartOptions } from "../../src-main/host/types.ts";
import { EXAMPLES, must } from "./workspace.ts";

/** A flow of two signers on one document, with whatever else a test asks for. */
export interface SmallFlow {
  readonly documentId: string;
  readonly callbackUrl?: string;
  readonly auth?: { readonly username: string; readonly password: string };
  readonly duration?: number;
  /** Lines of the process, indented by two. */
  readonly reminders?: string;
  /** YAML of bob's `auth_to_sign`. */
  readonly authToSign?: string;
  readonly actions?: string;
}

export async function uploadPdf(host: Host): Promise<string> {
  const bytes = await readFile(join(EXAMPLES, "nda/nda.pdf"));
  return must(await host.documents.upload({ bytes, fileName: "contract.pdf" })).id;
}

export function smallFlow(flow: SmallFlow): string {
  return `
title: Small
duration: ${flow.duration ?? 30}
${flow.callbackUrl === undefined ? "" : `callback: { url: "${flow.callbackUrl}", version: 1 }`}
process:
  dsl-version: "0.3.0"
  stages:
    - signing:
        actions:
          - notify: { users: [alice, bob], methods: { email: invitation } }
${flow.actions ?? ""}
        expect:
          signed-by: { users: [alice, bob], documents: [contract] }
    - done:
        actions:
          - notify: { users: [alice], kind: confirmation, methods: { email: done } }
        expect: {}
${flow.reminders ?? ""}
process_parameters:
  documents: { contract: "${flow.documentId}" }
  users:
    alice: { id_type: email, id: alice@example.test }
    bob: { id_type: email, id: bob@example.test, phone_number: "+46701740605"${flow.authToSign === undefined ? "" : `, auth_to_sign: ${flow.authToSign}`} }
  messages: { invitation: Please sign, done: All done }
process_settings: { time_zone: Europe/Stockholm }
`;
}

/** Uploads a PDF and starts a small flow. */
export async function startSmall(
  host: Host,
  flow: Omit<SmallFlow, "documentId"> = {},
  options: StartOptions = {},
): Promise<InstanceDetail> {
  const documentId = await uploadPdf(host);
  const draft = must(await host.drafts.createFromText({ text: smallFlow({ ...flow, documentId }) }));
  return must(await host.drafts.start(draft.id, options));
}

/** Starts a flow in which alice signs the contract and bob approves the annex. */
export async function startTwoDocuments(host: Host): Promise<InstanceDetail> {
  const [contract, annex] = [await uploadPdf(host), await uploadPdf(host)];
  const expected = `signed-by: { users: [alice], documents: [contract] }
          approved-by: { users: [bob], documents: [annex] }`;
  const text = smallFlow({ documentId: contract })
    .replace("signed-by: { users: [alice, bob], documents: [contract] }", expected)
    .replace("documents: { contract:", `documents: { annex: "${annex}", contract:`);
  return must(await host.drafts.start(must(await host.drafts.createFromText({ text })).id));
}

/** Plays every participant until nobody has anything to do, with SMS codes read from the mailbox. */
export async function playAll(host: Host, instanceId: string): Promise<void> {
  for (;;) {
    const [act] = must(host.instances.get(instanceId)).pendingActs;
    if (act === undefined) break;
    await authenticateFor(host, instanceId, act.participant, act.document);
    const request = { instanceId, participant: act.participant, document: act.document };
    must(act.verb === "sign" ? await host.participants.sign(request) : await host.participants.approve(request));
  }
  await host.idle();
}

async function authenticateFor(host: Host, instanceId: string, participant: string, document: string): Promise<void> {
  const asked = must(host.participants.view(instanceId, participant)).signAuthentication;
  if (asked === null || asked.covered.includes(document)) return;
  const begun = must(
    await host.participants.startAuthentication({ instanceId, participant, kind: "sign", documents: [document] }),
  );
  await host.idle();
  const { transactionId } = begun;
  const answer = asked.provider === "sms_otp" ? { code: latestCode(host, instanceId, participant) } : SUCCESS;
  const checked = must(
    await host.participants.checkAuthentication({ instanceId, participant, transactionId, ...answer }),
  );
  if (checked.status !== "success") throw new Error(`${participant} could not authenticate: ${checked.reason}`);
}

const SUCCESS = { outcome: { outcome: "success" } } as const;

/** The code of the newest SMS to a participant, as the mailbox shows it. */
export function latestCode(host: Host, instanceId: string, participant: string): string {
  const mail = host.mailbox.list({ instanceId, participant }).items.find(({ kind }) => kind === "code");
  const code = mail === undefined ? undefined : /\b\d{6}\b/.exec(must(host.mailbox.get(mail.id)).text)?.[0];
  if (code === undefined) throw new Error(`There is no code for ${participant} in the mailbox.`);
  return code;
}

export const DAY = 86_400_000;
export const AT = Date.UTC(2026, 2, 2, 9, 0, 0);
