import type { BridgeHandlers, OutputOf } from "../../../src-shared/bridge/index.ts";
import { present } from "../../basics/index.ts";
import type { Host, HostError } from "../../host/index.ts";
import { answer, done, ok, refused, same } from "./shared.ts";

type Wrong = NonNullable<OutputOf<"sync.accounts.add">["wrong"]>;

/** The field of the dialog that an error is about [Y14]; null: none of them. */
function fieldOf({ details }: HostError): Wrong["field"] | null {
  const { field, remote } = details ?? {};
  if (field === "name" || field === "url") return field;
  if (remote === undefined || remote === "canceled" || remote === "proxy_setting") return null;
  return remote === "unauthorised" || remote === "two_factor" ? "credentials" : "url";
}

/** Remote accounts: keeping drafts here and there the same. */
export function syncHandlers(host: Host, serviceUrl: string) {
  const { sync, drafts } = host;
  return {
    "sync.accounts.list": async () => ok({ items: sync.accounts() }),
    "sync.unbound.count": async () => ok(sync.unbound()),
    "sync.accounts.add": async (request) => {
      const added = await sync.add(present(request));
      if (added.ok) return ok({ wrong: null });
      const field = fieldOf(added.error);
      return field === null ? refused(added.error) : ok({ wrong: { field, why: added.error.message } });
    },
    "sync.accounts.check": async ({ name, credentials }) => {
      const checked = await sync.check(name, credentials);
      if (checked.ok) return ok({ wrong: null });
      const isWrong = credentials !== undefined && fieldOf(checked.error) === "credentials";
      return isWrong ? ok({ wrong: checked.error.message }) : refused(checked.error);
    },
    "sync.accounts.setAddress": async ({ name, url }) => done(sync.setAddress(name, url)),
    "sync.accounts.rename": async ({ name, to }) => done(sync.rename(name, to)),
    "sync.accounts.remove": async ({ name, drafts: become }) => answer(sync.remove(name, become), same),
    "sync.accounts.setAutomatic": async ({ name, automatic }) => done(sync.setAutomatic(name, automatic)),
    "sync.accounts.setRetention": async ({ name, wanted }) => answer(sync.setRetention(name, wanted), same),
    "sync.accounts.callbackUrl": async ({ name }) =>
      answer(sync.callbackSecret(name), (secret) => ({ url: `${serviceUrl}/local/account-callbacks/${secret}` })),
    "sync.publish.get": async ({ name, draftId }) => answer(sync.publishable(name, draftId), same),
    "sync.publish": async ({ name, draftId, fingerprint, dryRun }) =>
      answer(sync.publish(name, draftId, { dryRun, fingerprint }), (report) => ({
        ...report,
        done: [...report.done, ...(dryRun ? [] : report.pushed)],
      })),
    "sync.bind": async ({ name, draftId }) => done(sync.bind(name, draftId)),
    "sync.unbind": async ({ draftId }) => done(sync.unbind(draftId)),
    "sync.run": async ({ name, ...options }) => answer(sync.run(name, present(options)), same),
    "sync.cancel": async ({ name }) => done(sync.cancel(name)),
    "sync.stopAsking": async ({ name }) => {
      sync.stopAsking(name);
      return ok({});
    },
    "sync.drafts.list": async ({ name }) =>
      answer(sync.open(name), (items) => ({
        items: items.map(({ draft: key, ...standing }) => ({ ...standing, key })),
      })),
    "sync.drafts.get": async ({ draftId }) =>
      answer(drafts.get(draftId), ({ key }) => ({ standing: sync.stateOf(key) })),
    "sync.resolve": async ({ name, key, remoteId, asks }) =>
      answer(sync.resolve(name, key, remoteId, { asks }), (other) => ({ other })),
    "sync.conflict.get": async ({ name, key, chosen }) =>
      answer(sync.conflict(name, key, chosen), (conflict) => ({ conflict, settled: sync.settledAs(key) })),
    "sync.settle": async ({ name, key, how, seen }) => answer(sync.settle(name, key, how, seen), same),
  } satisfies Partial<BridgeHandlers>;
}
