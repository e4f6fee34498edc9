import type { z } from "zod";
import { messageOf } from "../../../src-shared/basics/index.ts";
import { countersignDialect } from "../../../src-shared/dialect/index.ts";
import type { AuthenticationKind } from "../../../src-shared/flow/index.ts";
import {
  type EidStatus,
  type ErrorType,
  eidCheckResponse,
  eidStartResponse,
  errorBody,
  INSTANCE_DELETED,
  type ParticipantPage,
  participantPage,
  type SimulatedOutcome,
  smsCode,
  type WireSignature,
} from "../../../src-shared/service/index.ts";
import type { Place } from "./page-address.ts";
import { shownPage } from "./situation.ts";

/** Why something did not work: the service's error type, or why there was no usable answer. */
export interface Problem {
  /** `offline`: no answer came. `misfit`: page and service come from different builds. */
  readonly kind: ErrorType | "offline" | "misfit";
  /** In English, if the kind alone is not enough. */
  readonly message: string;
}

export type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem };

export interface Attempt {
  readonly transactionId: string;
  readonly status: EidStatus;
}

/** Every request of the page to the service, by the routes of src-shared/service/participant-page.ts. */
export interface ParticipantApi {
  page(): Promise<Answer<ParticipantPage>>;
  /** In a frame of the wall: the page's updates, until the stream ends or is closed. */
  follow(onPage: (page: ParticipantPage) => void, signal: AbortSignal): Promise<void>;
  sign(documentId: string, signature: WireSignature): Promise<Answer<null>>;
  approve(documentId: string): Promise<Answer<null>>;
  rejectDocument(documentId: string, message: string | null): Promise<Answer<null>>;
  rejectInstance(message: string | null): Promise<Answer<null>>;
  /** Begins an authentication; for sign it covers exactly `documents` [U1]. */
  startAuthentication(kind: AuthenticationKind, documents: readonly string[]): Promise<Answer<Attempt>>;
  /** The attempt's status, after `code` if given [U4]. */
  checkAuthentication(transactionId: string, code?: string): Promise<Answer<EidStatus>>;
  pickOutcome(transactionId: string, outcome: SimulatedOutcome["outcome"]): Promise<Answer<EidStatus>>;
  sendNewCode(transactionId: string): Promise<Answer<EidStatus>>;
  /** The code of the attempt's newest SMS, once it has arrived. */
  readCode(transactionId: string): Promise<Answer<string>>;
}

/** The browser's functions: replaced in tests. */
export interface Surroundings {
  readonly fetch: typeof fetch;
  /** The page's half of the session; null: it has none. */
  readonly token: string | null;
}

export function participantApi({ instanceId, participantId }: Place, io: Surroundings): ParticipantApi {
  const { headers, paths } = countersignDialect;
  const local = `/local/participant/${instanceId}`;
  const flow = `/flow/instances/${instanceId}`;
  const document = (id: string) => `${flow}/documents/${id}`;
  const session = { [headers.participant]: participantId, [headers.csrf]: io.token ?? "" };
  const get = () => ({ headers: session });
  const post = (body: unknown): RequestInit => ({
    method: "POST",
    headers: { "content-type": "application/json", ...session },
    body: JSON.stringify(body),
  });
  const done = async (path: string, body: unknown): Promise<Answer<null>> => {
    const answer = await request(io, path, post(body));
    return answer.ok ? { ok: true, value: null } : answer;
  };
  const status = async (path: string, body: unknown): Promise<Answer<EidStatus>> => {
    const answer = await parsed(eidCheckResponse, await request(io, path, post(body)));
    return answer.ok ? { ok: true, value: answer.value.status } : answer;
  };
  return {
    async page() {
      const answer = await parsed(participantPage, await request(io, local, get()));
      return answer.ok ? { ok: true, value: shownPage(answer.value) } : answer;
    },
    async follow(onPage, signal) {
      const answer = await request(io, `${local}/live`, { ...get(), signal });
      if (!answer.ok || answer.value.body === null) return;
      let isChecked = false;
      for await (const data of eventsIn(answer.value.body)) {
        // All of a stream comes from one process. Checking each page again took a fifth of a frame's work for an act.
        isChecked ||= participantPage.safeParse(data).success;
        if (!isChecked) return;
        onPage(shownPage(data as ParticipantPage));
      }
    },
    sign: (id, signature) => done(`${document(id)}/sign`, { signature }),
    approve: (id) => done(`${document(id)}/approve`, {}),
    rejectDocument: (id, message) => done(`${document(id)}/reject`, { message }),
    rejectInstance: (message) => done(`${flow}/reject`, { message }),
    async startAuthentication(kind, documents) {
      const body = { instance_id: instanceId, kind, ...(kind === "sign" && { documents }) };
      const answer = await parsed(eidStartResponse, await request(io, paths.eidStart, post(body)));
      if (!answer.ok) return answer;
      return { ok: true, value: { transactionId: answer.value.transaction_id, status: answer.value.status } };
    },
    checkAuthentication: (transactionId, code) =>
      status(paths.eidCheck, { transaction_id: transactionId, ...(code !== undefined && { code }) }),
    pickOutcome: (transactionId, outcome) =>
      status(`${local}/authentication`, { transaction_id: transactionId, outcome }),
    async readCode(transactionId) {
      const body = { transaction_id: transactionId };
      const answer = await parsed(smsCode, await request(io, `${local}/authentication/code`, post(body)));
      return answer.ok ? { ok: true, value: answer.value.code } : answer;
    },
    sendNewCode: (transactionId) => status(`${local}/authentication/new_code`, { transaction_id: transactionId }),
  };
}

const failed = (kind: Problem["kind"], message: string) => ({ ok: false, problem: { kind, message } }) as const;

async function request(io: Surroundings, path: string, init: RequestInit): Promise<Answer<Response>> {
  let response: Response;
  try {
    response = await io.fetch(path, { ...init, credentials: "same-origin", cache: "no-store" });
  } catch (cause) {
    return failed("offline", messageOf(cause));
  }
  return response.ok ? { ok: true, value: response } : refusal(response);
}

async function refusal(response: Response): Promise<Answer<never>> {
  const body = errorBody.safeParse(await jsonOf(response));
  if (!body.success) return failed("misfit", `HTTP ${response.status} without an error body`);
  const { type, message, details } = body.data;
  const isDeleted = details !== null && details.instance === INSTANCE_DELETED.instance;
  return failed(isDeleted ? "resource_not_found" : type, message);
}

async function parsed<S extends z.ZodType>(schema: S, answer: Answer<Response>): Promise<Answer<z.output<S>>> {
  if (!answer.ok) return answer;
  const body = schema.safeParse(await jsonOf(answer.value));
  return body.success ? { ok: true, value: body.data } : failed("misfit", body.error.message);
}

/** The data of each event of the stream: JSON on one line. Ends with the stream, even if it is cut. */
async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let text = "";
  for (;;) {
    const read = await reader.read().catch(() => null);
    if (read === null || read.done) return;
    const events = (text + read.value).split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) yield JSON.parse(event.replace(/^data: /, ""));
  }
}

/** undefined for a body that is not JSON: no schema accepts it. */
async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
