import { percentDecoded } from "../../../src-shared/basics/index.ts";
import type { DriftAct } from "../../../src-shared/drift/index.ts";
import { isObject } from "../../../src-shared/language/index.ts";
import { leadsTo } from "../remote/address.ts";
import type { Client } from "../remote/client.ts";
import { RemoteError } from "../remote/remote-error.ts";
import { type RequestKind, remoteIdOf } from "../remote/requests.ts";

/** The header fields that a participant's session consists of: secrets. */
export type Session = Readonly<Record<string, string>>;

/**
 * Opens a participant's page by its access link, as a program does.
 * @throws RemoteError `refused` where the link leads elsewhere, or opens no session that is known
 */
export async function openPage(client: Client, name: string, link: string | undefined): Promise<Session> {
  const url = link === undefined ? null : URL.parse(link);
  if (url === null) throw refused(`The account shows no access link of ${name}.`);
  const own = new URL(client.baseUrl);
  if (!leadsTo(url.href, client.baseUrl))
    throw refused(
      `The access link of ${name} leads to ${url.host}, and the account is at ${own.host}: it is not followed.`,
    );
  const { headers } = await asParticipant(() =>
    client.ask("accessLink", { url: `${own.origin}${url.pathname}${url.search}` }),
  );
  // Cookies stand in one line; a date in them has a comma too.
  const cookies = (headers["set-cookie"] ?? "")
    .split(/,\s*(?=[^;,\s]+=)/)
    .map((cookie) => cookie.split(";", 1)[0] ?? "");
  const given = cookies.filter((cookie) => cookie.includes("=") && !cookie.endsWith("="));
  if (given.length === 0) throw refused(`The access link of ${name} opens no session that can be used from here.`);
  const csrf = given.find((cookie) => cookie.startsWith("csrf"))?.split("=")[1];
  return { cookie: given.join("; "), ...(csrf !== undefined && { "x-csrf-token": percentDecoded(csrf) }) };
}

/** State of each document that a participant sees, by its id there; null: the service does not show them. */
export async function documentsSeen(
  client: Client,
  id: string,
  session: Session,
): Promise<ReadonlyMap<string, string> | null> {
  if (!client.has("participantView")) return null;
  const { json } = await asParticipant(() => client.ask("participantView", { id, session }));
  const list = isObject(json) && Array.isArray(json.documents) ? json.documents : [];
  const states = list.flatMap((one: unknown) => {
    const [known, state] = isObject(one) ? [remoteIdOf(one.document_id), one.document_state] : [null, null];
    return known === null || typeof state !== "string" ? [] : [[known, state.slice(0, 100)] as const];
  });
  return new Map(states);
}

type OfParticipant = Extract<DriftAct, { readonly who: unknown }>;

interface ActThere {
  readonly id: string;
  readonly document: string;
  readonly session: Session;
  /** Awaited before it goes out. */
  readonly goesOut: () => Promise<void>;
}

/** Does what a participant does on their page. @param document its id there @throws RemoteError */
export async function actThere(
  client: Client,
  act: OfParticipant,
  { id, document, session, goesOut }: ActThere,
): Promise<void> {
  const kind = requestOf(act);
  const json = kind === "signDocument" ? { signature: { kind: "typed", data: act.who } } : {};
  await asParticipant(() => client.ask(kind, { id, document, session, json, goesOut }));
}

/** The request that an act is. */
export function requestOf(act: DriftAct): RequestKind {
  if (act.kind === "cancel") return "cancelInstance";
  if (act.kind === "prolong") return "prolongInstance";
  if (act.kind === "reject_flow") return "rejectInstance";
  if (act.kind === "reject") return "rejectDocument";
  return act.does === "signs" ? "signDocument" : "approveDocument";
}

const refused = (message: string): RemoteError => new RemoteError("refused", message);

/** Why the service's dialect does not allow an act; null: it does. */
export function whyUnknown(act: DriftAct, has: (kind: RequestKind) => boolean): string | null {
  if (has(requestOf(act))) return null;
  const isOwn = act.kind === "cancel" || act.kind === "prolong" || act.who === null;
  return isOwn ? "The service has no such command." : "How a participant does it on this service is not known.";
}

/** A session that is not taken says nothing of the account's credentials. @throws RemoteError */
async function asParticipant<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RemoteError && error.fault === "unauthorised") throw refused(error.message);
    throw error;
  }
}
