import { type BuiltInReceiver, basicAuth, deliveryHandler, faultsOf, isHeld, type Sender } from "./callbacks/index.ts";
import type { Documents } from "./documents/index.ts";
import type { Engine } from "./engine/index.ts";
import type { Change } from "./host/index.ts";
import type { JobHandlers } from "./jobs/index.ts";
import { type MailOptions, mailHandler, rawMail, type SmtpSender } from "./mail/index.ts";
import type { StoreReads } from "./store/index.ts";
import {
  type BlobRemoval,
  dueHandler,
  retentionHandler,
  type ScriptedSeals,
  sealHandler,
  secretRef,
  signatureOf,
  unlessNewer,
  type Vault,
} from "./workspace/index.ts";

interface HandlerParts {
  readonly reads: StoreReads;
  readonly engine: Engine;
  readonly documents: Documents;
  readonly vault: Vault;
  readonly scriptedSeals: ScriptedSeals;
  readonly removeBlobs: BlobRemoval["remove"];
  readonly mailOptions: MailOptions;
  readonly sender: Sender;
  readonly smtp: SmtpSender;
  readonly receiver: BuiltInReceiver;
  readonly allowedHosts: () => readonly string[];
  readonly clockNow: () => number;
  readonly baseUrl: () => string | null;
  readonly publish: (change: Change) => void;
  readonly warn: (message: string) => void;
}

/** The registry of durable jobs. */
export function handlersOf(parts: HandlerParts): JobHandlers {
  const { reads, engine, documents, vault, removeBlobs, mailOptions, sender, smtp, clockNow, publish, warn } = parts;
  const due = dueHandler(engine, reads);
  const handlers: JobHandlers = {
    time_out: due,
    reminder: due,
    retention: retentionHandler(engine, reads, removeBlobs),
    seal: sealHandler({
      ...{ engine, reads, documents, clockNow, removeBlobs, warn },
      signatureOf: (instanceId, sha256) => signatureOf(vault, instanceId, sha256),
      scripted: parts.scriptedSeals,
    }),
    mail: mailHandler({
      ...{ ...mailOptions, engine, reads, smtp },
      raw: (mail) => rawMail({ reads, vault, documents, baseUrl: parts.baseUrl }, mail),
      onChange: (id, instanceId) => publish({ kind: "mail", id, instanceId }),
    }),
    callback: deliveryHandler({
      ...{ reads, sender, clockNow, allowedHosts: parts.allowedHosts },
      receiver: parts.receiver.url,
      flowNow: (clockId) => engine.now(clockId),
      transact: (work) => engine.transact(work),
      faults: () => faultsOf(reads.settings),
      signingSecret: () => vault.get(secretRef.signingSecret),
      held: (instanceId, of) => isHeld({ engine, reads: of }, instanceId),
      authorization: (instanceId) => basicAuthorization(engine, vault, instanceId),
      onChange: (id, instanceId) => publish({ kind: "callback", id, instanceId }),
    }),
  };
  const guarded = Object.entries(handlers).map(([kind, handler]) => [kind, unlessNewer(handler, engine, warn)]);
  return Object.fromEntries(guarded) as JobHandlers;
}

/** @throws Error with a sentence when the password that the flow names is not there. */
function basicAuthorization(engine: Engine, vault: Vault, instanceId: string): string | null {
  const auth = engine.load(instanceId)?.state.start.callback?.auth ?? null;
  if (auth === null) return null;
  const name = auth.passwordRef ?? "";
  const password = vault.get(secretRef.callbackPassword(instanceId)) ?? vault.get(secretRef.named(name));
  if (password === null) {
    throw new Error(
      `The callback's password "${name}" is not in this workspace's secret store. Set it, then replay the callback.`,
    );
  }
  return basicAuth(auth.username, password);
}
