import { hasUserInfo, wrongUserName } from "../../src-shared/language/index.ts";
import type { CallbackEvent } from "../../src-shared/service/index.ts";
import { fail, ok, type Result, type TestCall, type TestCallRequest } from "../host/index.ts";
import { secretRef, type Workspace } from "../workspace/index.ts";
import { hostOf, mayLeave } from "./callback-hosts.ts";
import { basicAuth, prepareHeaders, resultOf, withoutSecrets } from "./request.ts";
import type { Sender } from "./send.ts";

/** Of no instance: receivers that look it up find none. */
const NO_INSTANCE = "00000000-0000-0000-0000-000000000000";

/**
 * Posts one event of type `custom`, named `test`, the way a run would: same sender, headers, signature and rules on
 * hosts, and a line in the outbound ledger (law 8). The fault lab is left out: its answers are no receiver's.
 */
export async function testCall(
  workspace: Workspace,
  sender: Sender,
  { url, auth }: TestCallRequest,
): Promise<Result<TestCall>> {
  const host = hostOf(url);
  if (host === null) return fail("request_parameters_invalid", `"${url}" is not an http or https address.`);
  if (hasUserInfo(url)) {
    const why = "The address holds a user name, which is never sent: write it, and the password, in their own fields.";
    return fail("request_parameters_invalid", why, { rule: "P006" });
  }
  const wrongName = auth === null ? null : wrongUserName(auth.username);
  if (wrongName !== null) return fail("request_parameters_invalid", `The user name ${wrongName}: take it out.`);
  if (!mayLeave(url, workspace.allowedHosts()))
    return fail("conflict_error", `Callbacks to ${host} do not leave this machine. Allow the host first.`);
  const wallAt = workspace.clockNow();
  const event: CallbackEvent = {
    type: "custom",
    version: 1,
    flow_instance_id: NO_INSTANCE,
    event_id: workspace.newId(),
    sequence: 1,
    event_created: new Date(wallAt).toISOString(),
    callback_name: "test",
    stage: "test",
  };
  const body = JSON.stringify(event);
  const secret = workspace.vault.get(secretRef.signingSecret);
  const prepared = prepareHeaders(secret, () => authorization(workspace, auth), event.event_id, body, wallAt);
  if (!prepared.ok) return fail("conflict_error", prepared.error);
  const answer = await sender.post(url, prepared.headers, body);
  await workspace.engine.transact((tx) =>
    tx.ledger.addOutbound({ wallAt, kind: "callback", target: url, result: resultOf(answer) }),
  );
  return ok({
    ...{ status: answer.status, responseHeaders: answer.headers, responseBody: answer.body, error: answer.error },
    durationMs: Math.max(0, workspace.clockNow() - wallAt),
    requestHeaders: withoutSecrets(prepared.headers),
    requestBody: body,
  });
}

/** @throws Error with a sentence when the password is not there. */
function authorization({ vault }: Workspace, auth: TestCallRequest["auth"]): string | null {
  if (auth === null) return null;
  const password = vault.get(secretRef.named(auth.passwordRef));
  if (password === null) {
    const what = auth.passwordRef === "" ? "The password is not set" : `"${auth.passwordRef}" holds no password here`;
    throw new Error(`${what}: set it in the callback's form, then test again.`);
  }
  return basicAuth(auth.username, password);
}
