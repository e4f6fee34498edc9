import type { DialectFile } from "../../src-shared/dialect/index.ts";
import type { Asked, Disguise, Forwarded } from "./fault-proxy.ts";

/**
 * The dialect of a service that has only what the interface names: no list, no entity tags, no times, other paths and names,
 * and ids that are no digits.
 */
export const SPARSE: DialectFile = {
  name: "sparse",
  authorization: { scheme: "", quoted: false, encoded: true },
  calls: {
    version: null,
    drafts: null,
    createDraft: { method: "POST", path: "/rest/v9/templates" },
    draft: { method: "GET", path: "/rest/v9/templates/{id}" },
    changeDraft: { method: "PUT", path: "/rest/v9/templates/{id}/update" },
    removeDraft: { method: "POST", path: "/rest/v9/templates/{id}/remove" },
    upload: { method: "POST", path: "/rest/v9/papers" },
    document: null,
    file: { method: "GET", path: "/rest/v9/papers/{id}/pdf" },
    folders: null,
    createFolder: null,
    startInstance: null,
    startDraft: { method: "POST", path: "/rest/v9/templates/{id}/launch" },
    instance: { method: "GET", path: "/rest/v9/cases/{id}" },
    trashedInstance: { method: "GET", path: "/rest/v9/cases/{id}?binned=1" },
    cancelInstance: { method: "POST", path: "/rest/v9/cases/{id}/cancel" },
    prolongInstance: { method: "PUT", path: "/rest/v9/cases/{id}/prolong" },
    remindParticipants: { method: "POST", path: "/rest/v9/cases/{id}/remind" },
    trashInstance: { method: "POST", path: "/rest/v9/cases/{id}/trash" },
    restoreInstance: { method: "POST", path: "/rest/v9/cases/{id}/restore" },
    removeInstance: { method: "POST", path: "/rest/v9/cases/{id}/erase" },
    setRetention: { method: "POST", path: "/rest/v9/policy" },
  },
  names: { id: "reference", days: "extra_days", participants: "who" },
  fields: { process_parameters: "parameters" },
  instanceFields: { status: "phase", documents: "papers", access_links: "doors" },
};

/** The same with a list, which shows ids alone. */
export const SPARSE_WITH_LIST: DialectFile = {
  ...SPARSE,
  calls: { ...SPARSE.calls, drafts: { method: "GET", path: "/rest/v9/templates" } },
};

type Json = Readonly<Record<string, unknown>>;

/** Asked method and path, and the real ones before and after the id. */
const ROUTES: readonly (readonly [string, RegExp, string, string, string?])[] = [
  ["POST", /^\/rest\/v9\/templates$/, "POST", "/flow/drafts"],
  ["GET", /^\/rest\/v9\/templates(?:\?.*)?$/, "GET", "/flow/drafts"],
  ["GET", /^\/rest\/v9\/templates\/d_(\d+)$/, "GET", "/flow/drafts/"],
  ["PUT", /^\/rest\/v9\/templates\/d_(\d+)\/update$/, "PATCH", "/flow/drafts/"],
  ["POST", /^\/rest\/v9\/templates\/d_(\d+)\/remove$/, "DELETE", "/flow/drafts/"],
  ["POST", /^\/rest\/v9\/templates\/d_(\d+)\/launch$/, "POST", "/flow/drafts/", "/start"],
  ["GET", /^\/rest\/v9\/cases\/([\w-]+)$/, "GET", "/flow/instances/"],
  ["GET", /^\/rest\/v9\/cases\/([\w-]+)\?binned=1$/, "GET", "/flow/instances/", "?trashed=true"],
  ["POST", /^\/rest\/v9\/cases\/([\w-]+)\/erase$/, "DELETE", "/flow/instances/"],
  ...["cancel", "prolong", "remind", "trash", "restore"].map(
    (name) =>
      [
        name === "prolong" ? "PUT" : "POST",
        new RegExp(`^/rest/v9/cases/([\\w-]+)/${name}$`),
        ...["POST", "/flow/instances/", `/${name}`],
      ] as [string, RegExp, string, string, string],
  ),
  ["POST", /^\/rest\/v9\/papers$/, "POST", "/api/v2/documents/new"],
  ["POST", /^\/rest\/v9\/policy$/, "PUT", "/flow/folders/home/data_retention"],
  ["GET", /^\/flow\/folders\/home\/data_retention$/, "GET", "/flow/folders/home/data_retention"],
];

export function sparseDisguise(): Disguise {
  return {
    request({ method, path, headers, body }) {
      const { "if-match": _if, "if-none-match": _none, ...rest } = headers;
      const paper = /^\/rest\/v9\/papers\/p_(\d+)\/pdf$/.exec(path)?.[1];
      if (paper !== undefined)
        return { method, path: `/api/v2/documents/${paper}/files/main.pdf`, headers: rest, body };
      for (const [asked, pattern, real, target, after = ""] of ROUTES) {
        const found = pattern.exec(path);
        if (found === null || asked !== method) continue;
        const isDraft = target.startsWith("/flow/drafts") && real !== "GET" && real !== "DELETE";
        return {
          method: real,
          path: `${target}${found[1] ?? ""}${after}`,
          headers: rest,
          body: isDraft ? draftIn(body) : target === "/flow/instances/" ? commandIn(body) : body,
        };
      }
      return null;
    },
    answer: disguised,
  };
}

function draftIn(body: Buffer): Buffer {
  const { parameters, process_settings: _unknown, flow_kind: _also, ...fields } = JSON.parse(body.toString()) as Json;
  const given =
    parameters === undefined ? {} : { process_parameters: withPapers(parameters, (id) => id.replace(/^p_/, "")) };
  return Buffer.from(JSON.stringify({ ...fields, ...given }));
}

function commandIn(body: Buffer): Buffer {
  if (body.length === 0) return body;
  const { extra_days: days, who: participants, ...rest } = JSON.parse(body.toString()) as Json;
  return Buffer.from(
    JSON.stringify({
      ...rest,
      ...(days !== undefined && { days }),
      ...(participants !== undefined && { participants }),
    }),
  );
}

function withPapers(parameters: unknown, change: (id: string) => string): unknown {
  const documents = (parameters as Json | null)?.documents;
  if (typeof documents !== "object" || documents === null) return parameters;
  const changed = Object.entries(documents).map(([name, id]) => [name, typeof id === "string" ? change(id) : id]);
  return { ...(parameters as Json), documents: Object.fromEntries(changed) };
}

function disguised({ method, path }: Asked, { status, headers, body }: Forwarded): Forwarded {
  const { etag: _etag, "last-modified": _modified, ...rest } = headers;
  const answer = (value: unknown): Forwarded => ({
    ...{ status, body: Buffer.from(JSON.stringify(value)) },
    headers: { ...rest, "content-type": "application/json" },
  });
  if (status >= 400) return answer({ fehler: `Nicht möglich (${status})` });
  if (path.endsWith("/pdf") || path.endsWith("retention")) return { status, headers: rest, body };
  if (path.endsWith("/update") || path.endsWith("/remove")) return { status: 204, headers: {}, body: Buffer.alloc(0) };
  const isCommand = path.startsWith("/rest/v9/cases/") && method !== "GET";
  if (isCommand) return { status: 204, headers: {}, body: Buffer.alloc(0) };
  const json = JSON.parse(body.toString()) as Json;
  if (path.endsWith("/launch")) return answer({ reference: json.id, colour: "red" });
  if (path.startsWith("/rest/v9/cases/")) return answer(caseOf(json));
  if (path.endsWith("/papers")) return answer({ reference: `p_${json.id}`, extra: [1] });
  if (Array.isArray(json.items))
    return answer({ items: json.items.map((item: Json) => ({ reference: `d_${item.id}` })) });
  if (method === "POST") return answer({ reference: `d_${json.id}`, colour: "red" });
  const { id, process_parameters, title, process, duration, callback } = json;
  const parameters = withPapers(process_parameters, (paper) => (/^\d+$/.test(paper) ? `p_${paper}` : paper));
  return answer({ reference: `d_${id}`, title, process, duration, callback, parameters, extra: { colour: "red" } });
}

/** Less than ours shows: no time-out, no state, and nothing of the trash. */
function caseOf({ id, title, status, documents, participants, access_links: doors }: Json): Json {
  const papers = (documents as readonly string[]).map((paper) => `p_${paper}`);
  return { reference: id, title, phase: status, papers, participants, doors, extra: [null] };
}
