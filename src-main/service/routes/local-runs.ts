import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { english } from "../../../src-shared/flow/index.ts";
import { local } from "../../../src-shared/service/index.ts";
import { present } from "../../basics/index.ts";
import type { AccountSummary, Host, InstanceSummary } from "../../host/index.ts";
import type { MailRow } from "../../store/index.ts";
import { type ServiceContext, wirePage } from "../context.ts";
import { ServiceError, unwrap } from "../failures.ts";
import { isOwnInstance, ownInstance } from "../ownership.ts";
import { routesOf } from "../route.ts";
import { fileBody } from "../route-config.ts";
import { snakeCase } from "../snake-case.ts";
import { titleOrNull } from "../wire.ts";
import { iso, isoOrNull } from "../wire-times.ts";

const TAG = "Local controls";

/** Mailbox, instances and their participants: beside the interface, never part of it (docs/integration.md). */
export function localRunRoutes(app: FastifyInstance, context: ServiceContext): void {
  mailbox(app, context);
  mailRules(app, context);
  instances(app, context);
  participants(app, context);
}

function mailbox(app: FastifyInstance, { host }: ServiceContext): void {
  const routes = routesOf(app, "author", TAG);
  routes.get(
    "/local/mailbox",
    { summary: "Every e-mail and SMS, newest first", query: local.mailboxQuery, answer: local.mailbox },
    async ({ author, query: { flow_instance_id: instanceId, ...query } }) =>
      wirePage(host.mailbox.list(present({ ...query, instanceId, accountId: author.id })), wireMail),
  );

  routes.get(
    "/local/mailbox/{id}",
    { summary: "A message, as read", answer: local.mail },
    async ({ author, params }) => {
      const mail = ownMail(host, author, params.id);
      return { ...wireMail(mail), sent: iso(mail.sentAt) };
    },
  );

  routes.get(
    "/local/mailbox/{id}.eml",
    {
      summary: "An e-mail, raw",
      produces: ["message/rfc822"],
      described: { response: { 200: fileBody("The message", "message/rfc822") } },
    },
    async ({ author, params, reply }) => {
      const { bytes } = unwrap(await host.mailbox.eml(ownMail(host, author, params.id).id));
      return reply
        .type("message/rfc822")
        .header("content-disposition", 'attachment; filename="message.eml"')
        .send(Buffer.from(bytes));
    },
  );
}

function mailRules(app: FastifyInstance, { host }: ServiceContext): void {
  const routes = routesOf(app, "author", TAG);
  routes.get(
    "/local/mailbox/rules",
    { summary: "The author's rules that hold now", answer: local.mailRules },
    async ({ author }) => ({ rules: host.mailbox.rules(author.id) }),
  );

  routes.post(
    "/local/mailbox/rules",
    {
      summary:
        "Addresses that bounce or are slow, for the mail of the author's instances; replaces the author's before",
      body: local.newMailRules,
      answer: local.mailRules,
    },
    async ({ author, body }) => {
      unwrap(await host.mailbox.setRules(body.rules, author.id));
      return { rules: host.mailbox.rules(author.id) };
    },
  );
}

function ownMail(host: Host, author: AccountSummary, id: string) {
  const mail = host.mailbox.get(id);
  if (mail.ok && isOwnInstance(host, author, mail.value.instanceId)) return mail.value;
  throw new ServiceError("resource_not_found", `There is no message ${id}.`);
}

const wireMail = <T extends MailRow>(mail: T) => ({ ...mail, flow_instance_id: mail.instanceId });

function instances(app: FastifyInstance, { host }: ServiceContext): void {
  const routes = routesOf(app, "author", TAG);
  routes.get(
    "/local/instances",
    { summary: "The author's instances, newest first", query: local.instancesQuery, answer: local.instances },
    async ({ author, query }) =>
      wirePage(host.instances.list({ ...present(query), accountId: author.id }), wireSummary),
  );

  routes.get(
    "/local/instances/{id}/history",
    {
      summary: "What happened, in order; cursor is the last seq seen",
      query: local.historyQuery,
      answer: local.history,
    },
    async ({ author, params, query: { cursor: after, limit } }) => {
      const { id } = ownInstance(host, author, params.id);
      const { items, next } = unwrap(host.instances.history(id, present({ after, limit })));
      return wirePage({ items, next: next === null ? null : String(next) }, (entry) => ({
        ...entry,
        ...{ at: iso(entry.at), recorded: iso(entry.recorded), type: entry.event.type, event: { ...entry.event } },
        ...{ who: english(entry.who), why: entry.why && english(entry.why), note: entry.note && english(entry.note) },
      }));
    },
  );

  routes.post(
    "/local/instances/{id}/fork",
    {
      summary: "A new instance on a new virtual clock, whose history is the prefix up to an event",
      body: local.fork,
      status: 201,
      answer: local.forked,
    },
    async ({ author, params, body: { after, callbacks } }) => {
      const forked = unwrap(await host.instances.fork(ownInstance(host, author, params.id).id, after));
      if (callbacks) unwrap(await host.callbacks.setHeld(forked.id, false));
      return { id: forked.id, clock: forked.clockId };
    },
  );
}

const wireSummary = (row: InstanceSummary) =>
  snakeCase({
    ...row,
    ...{ title: titleOrNull(row.title), clock: row.clockId, nextDue: isoOrNull(row.nextDueAt) },
    ...{ started: iso(row.startedAt), lastEvent: iso(row.lastEventAt), timeout: iso(row.timeoutAt) },
  });

function participants(app: FastifyInstance, { host }: ServiceContext): void {
  const routes = routesOf(app, "author", TAG);
  routes.post(
    "/local/participants/{id}/{name}/authenticate",
    {
      summary: "The outcomes of the participant's next attempts at a simulated provider, in order",
      body: local.scriptedOutcomes,
      answer: null,
    },
    async ({ author, params, body }) => {
      const { id, name } = ownParticipant(host, author, params);
      const outcomes = body.outcomes.map(({ outcome, reason = null, provider_data: providerData }) =>
        present({ outcome, reason, providerData }),
      );
      unwrap(await host.participants.scriptOutcomes(id, name, outcomes));
    },
  );

  routes.post(
    "/local/participants/{id}/{name}/unlock",
    {
      summary: "Lets a participant try again after too many failures",
      body: z.strictObject({}),
      answer: null,
      refuses: ["instance_state_error"],
    },
    async ({ author, params }) => {
      const { id, name } = ownParticipant(host, author, params);
      unwrap(await host.participants.unlock(id, name));
    },
  );
}

/** By name in the process. */
function ownParticipant(host: Host, author: AccountSummary, { id, name }: Readonly<Record<"id" | "name", string>>) {
  const instance = unwrap(host.instances.get(ownInstance(host, author, id).id));
  if (instance.participants.some((participant) => participant.name === name)) return { id: instance.id, name };
  throw new ServiceError("resource_not_found", `The instance has no participant named ${name}.`);
}
