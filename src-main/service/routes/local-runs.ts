import { z } from "zod";
import { english } from "../../../src-shared/flow/index.ts";
import { local } from "../../../src-shared/service/index.ts";
import type { AccountSummary, Host, InstanceSummary } from "../../host/types.ts";
import type { MailRow } from "../../store/port/types.ts";
import { authorOf } from "../callers.ts";
import type { ServiceApp, ServiceContext } from "../context.ts";
import { failures, present, wirePage } from "../context.ts";
import { ServiceError, unwrap } from "../failures.ts";
import { isOwnInstance, ownInstance } from "../own.ts";
import { iso, isoOrNull } from "../times.ts";
import { titleOrNull } from "../wire.ts";

const tags = ["Local controls"];
const config = { caller: "author" } as const;
const params = z.object({ id: z.string() });

/** Mailbox, instances and their participants: beside the interface, never part of it (service.md). */
export function localRunRoutes(app: ServiceApp, context: ServiceContext): void {
  mailbox(app, context);
  mailRules(app, context);
  instances(app, context);
  forks(app, context);
  participants(app, context);
}

function mailbox(app: ServiceApp, { host }: ServiceContext): void {
  app.get(
    "/local/mailbox",
    {
      config,
      schema: {
        tags,
        summary: "Every e-mail and SMS, newest first",
        querystring: local.mailboxQuery,
        response: { 200: local.mailbox, ...failures },
      },
    },
    async (request) => {
      const { flow_instance_id: instanceId, ...query } = request.query;
      const filter = present({ ...query, instanceId, accountId: authorOf(request).id });
      return wirePage(host.mailbox.list(filter), wireMail);
    },
  );

  app.get(
    "/local/mailbox/:id",
    { config, schema: { tags, summary: "A message, as read", params, response: { 200: local.mail, ...failures } } },
    async (request) => {
      const mail = ownMail(host, authorOf(request), request.params.id);
      const { reason, text, html, link, attachments, sentAt } = mail;
      return { ...wireMail(mail), reason, text, html, link, attachments: [...attachments], sent: iso(sentAt) };
    },
  );

  app.get(
    "/local/mailbox/:id.eml",
    { config, schema: { tags, summary: "An e-mail, raw", params, produces: ["message/rfc822"] } },
    async (request, reply) => {
      const { id } = ownMail(host, authorOf(request), request.params.id);
      const bytes = unwrap(await host.mailbox.eml(id));
      return reply
        .type("message/rfc822")
        .header("content-disposition", 'attachment; filename="message.eml"')
        .send(Buffer.from(bytes));
    },
  );
}

function mailRules(app: ServiceApp, { host }: ServiceContext): void {
  app.get(
    "/local/mailbox/rules",
    {
      config,
      schema: {
        tags,
        summary: "The author's rules that hold now",
        response: { 200: local.mailRules, ...failures },
      },
    },
    async (request) => ({ rules: [...host.mailbox.rules(authorOf(request).id)] }),
  );

  app.post(
    "/local/mailbox/rules",
    {
      config,
      schema: {
        tags,
        summary:
          "Addresses that bounce or are slow, for the mail of the author's instances; replaces the author's before",
        body: local.mailRules,
        response: { 200: local.mailRules, ...failures },
      },
    },
    async (request) => {
      const { id } = authorOf(request);
      unwrap(await host.mailbox.setRules(request.body.rules, id));
      return { rules: [...host.mailbox.rules(id)] };
    },
  );
}

function ownMail(host: Host, author: AccountSummary, id: string) {
  const mail = host.mailbox.get(id);
  if (mail.ok && isOwnInstance(host, author, mail.value.instanceId)) return mail.value;
  throw new ServiceError("resource_not_found", `There is no message ${id}.`);
}

function wireMail(mail: MailRow): z.output<typeof local.mailSummary> {
  const { id, instanceId, participant, method, kind, to, subject, status } = mail;
  return { id, flow_instance_id: instanceId, participant, method, kind, to, subject, status };
}

function instances(app: ServiceApp, { host }: ServiceContext): void {
  app.get(
    "/local/instances",
    {
      config,
      schema: {
        tags,
        summary: "The author's instances, newest first",
        querystring: local.instancesQuery,
        response: { 200: local.instances, ...failures },
      },
    },
    async (request) => {
      const page = host.instances.list({ ...present(request.query), accountId: authorOf(request).id });
      return wirePage(page, wireSummary);
    },
  );

  app.get(
    "/local/instances/:id/history",
    {
      config,
      schema: {
        tags,
        summary: "What happened, in order; cursor is the last seq seen",
        params,
        querystring: local.historyQuery,
        response: { 200: local.history, ...failures },
      },
    },
    async (request) => {
      const { id } = ownInstance(host, authorOf(request), request.params.id);
      const { cursor: after, limit } = request.query;
      const page = unwrap(host.instances.history(id, present({ after, limit })));
      const items = page.items.map(({ at, recorded, who, why, note, sentence: _said, event, ...rest }) => {
        const told = { who: english(who), why: why && english(why), note: note && english(note) };
        return { ...rest, at: iso(at), recorded: iso(recorded), ...told, type: event.type, event: { ...event } };
      });
      return page.next === null ? { items } : { items, next: String(page.next) };
    },
  );
}

function forks(app: ServiceApp, { host }: ServiceContext): void {
  app.post(
    "/local/instances/:id/fork",
    {
      config,
      schema: {
        tags,
        summary: "A new instance on a new virtual clock, whose history is the prefix up to an event",
        params,
        body: local.fork,
        response: { 201: local.forked, ...failures },
      },
    },
    async (request, reply) => {
      const { id } = ownInstance(host, authorOf(request), request.params.id);
      const { after, callbacks } = request.body;
      const forked = unwrap(await host.instances.fork(id, after));
      if (callbacks) unwrap(await host.callbacks.setHeld(forked.id, false));
      reply.code(201);
      return { id: forked.id, clock: forked.clockId };
    },
  );
}

function wireSummary(row: InstanceSummary): z.output<typeof local.instanceSummary> {
  const { id, title, status, trashed, stage, waitingFor, clockId, startedAt, lastEventAt, timeoutAt, nextDueAt } = row;
  return {
    id,
    title: titleOrNull(title),
    status,
    trashed,
    stage,
    waiting_for: [...waitingFor],
    clock: clockId,
    started: iso(startedAt),
    last_event: iso(lastEventAt),
    timeout: iso(timeoutAt),
    next_due: isoOrNull(nextDueAt),
  };
}

function participants(app: ServiceApp, { host }: ServiceContext): void {
  const named = z.object({ id: z.string(), name: z.string() });
  app.post(
    "/local/participants/:id/:name/authenticate",
    {
      config,
      schema: {
        tags,
        summary: "The outcomes of the participant's next attempts at a simulated provider, in order",
        params: named,
        body: local.scriptedOutcomes,
        response: { 204: z.null(), ...failures },
      },
    },
    async (request, reply) => {
      const { id, name } = ownParticipant(host, authorOf(request), request.params);
      const outcomes = request.body.outcomes.map(({ outcome, reason = null, provider_data: providerData }) =>
        present({ outcome, reason, providerData }),
      );
      unwrap(await host.participants.scriptOutcomes(id, name, outcomes));
      return reply.code(204).send(null);
    },
  );

  app.post(
    "/local/participants/:id/:name/unlock",
    {
      config: { ...config, refuses: ["instance_state_error"] },
      schema: {
        tags,
        summary: "Lets a participant try again after too many failures",
        params: named,
        body: z.strictObject({}),
        response: { 204: z.null(), ...failures },
      },
    },
    async (request, reply) => {
      const { id, name } = ownParticipant(host, authorOf(request), request.params);
      unwrap(await host.participants.unlock(id, name));
      return reply.code(204).send(null);
    },
  );
}

/** By name in the process. */
function ownParticipant(host: Host, author: AccountSummary, { id, name }: { id: string; name: string }) {
  const instance = unwrap(host.instances.get(ownInstance(host, author, id).id));
  if (instance.participants.some((participant) => participant.name === name)) return { id: instance.id, name };
  throw new ServiceError("resource_not_found", `The instance has no participant named ${name}.`);
}
