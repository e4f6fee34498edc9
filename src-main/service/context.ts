import type { FastifyReply, FastifyRequest } from "fastify";
import type { Host, LogEntry, StartOptions } from "../host/index.ts";
import type { Page } from "../store/index.ts";
import type { InstanceAnswers } from "./instance-answers.ts";
import type { LoginGuard } from "./login-guard.ts";

/** What the routes share. */
export interface ServiceContext {
  readonly host: Host;
  /** Clock of instances started over HTTP. */
  readonly clock: NonNullable<StartOptions["clock"]>;
  /** Folder of the built renderer, with `participant.html`. */
  readonly rendererDir: string;
  readonly build: { readonly date: string; readonly commit: string };
  readonly logins: LoginGuard;
  readonly answers: InstanceAnswers;
  readonly log: (entry: LogEntry) => void;
  /** Wall time, for sessions. */
  readonly now: () => number;
  readonly baseUrl: () => string;
  /** Origin of the app that may frame the participants' pages; null: none. */
  readonly appOrigin: () => string | null;
}

/** Whether the caller has what stands under this entity tag (If-None-Match; RFC 9110, 13.1.2: compared weakly). */
export function known(request: FastifyRequest, tag: string): boolean {
  const given = request.headers["if-none-match"];
  return given?.split(",").some((one) => ["*", tag].includes(one.trim().replace(/^W\//, ""))) ?? false;
}

export function notModified(reply: FastifyReply): FastifyReply {
  return reply.code(304).send();
}

/** A page in the words of every list here: `next` is absent at the end. */
export function wirePage<T, W>(page: Page<T>, wire: (item: T) => W): { items: W[]; next?: string } {
  const items = page.items.map(wire);
  return page.next === null ? { items } : { items, next: page.next };
}
