import { readFileSync } from "node:fs";
import path from "node:path";
import fastify from "fastify";
import type { Host } from "../../src-main/host/types.ts";
import { openWorkspace } from "../../src-main/host.ts";
import { type Service, startService } from "../../src-main/service/index.ts";
import { must } from "./acts.ts";
import { benchFolder, ROOT, removeFolder } from "./folder.ts";
import { type Load, rawRequest, startLoad } from "./http.ts";
import type { Row, Side } from "./row.ts";
import { sqliteCommits } from "./sqlite-commits.ts";

const CONNECTIONS = 16;
const APPROVERS = Array.from({ length: 16 }, (_, n) => `approver${n + 1}`);

/** Sixteen approvals, then a signature that nobody gives: acts that commit and start no seal. */
const FLOW = `
title: Acts over HTTP
process:
  dsl-version: "0.3.0"
  stages:
    - approval:
        actions: []
        expect: { approved-by: { users: [${APPROVERS.join(", ")}], documents: [contract] } }
    - signing:
        actions: []
        expect: { signed-by: { users: [signer], documents: [contract] } }
process_parameters:
  documents: { contract: ./contract.pdf }
  users:
${[...APPROVERS, "signer"].map((name) => `    ${name}: { id_type: email, id: ${name}@example.test }`).join("\n")}
duration: 30
`;

interface Served {
  readonly host: Host;
  readonly service: Service;
  readonly load: Load;
  /** A folder on disk for the peer. */
  readonly dir: string;
  /** Starts an instance on its own copy of the document. */
  start(): Promise<string>;
  close(): Promise<void>;
}

async function serve(): Promise<Served> {
  const dir = benchFolder();
  const host = await openWorkspace({ dir: path.join(dir, "workspace") });
  const service = await startService({ host, port: 0 });
  const load = await startLoad();
  const contract = readFileSync(path.join(ROOT, "resources/examples/nda/Mutual Non-Disclosure Agreement.pdf"));
  const source = { text: FLOW, fileName: "acts.flow.yaml", files: { "./contract.pdf": contract } };
  const draft = must(await host.drafts.importFlowFile(source));
  return {
    host,
    service,
    load,
    dir,
    start: async () => must(await host.drafts.start(draft.id, { copies: true })).id,
    async close() {
      load.close();
      await service.close();
      await host.close();
      removeFolder(dir);
    },
  };
}

/** Every answer comes whole; sixteen connections, one request at a time on each. */
const loaded = (load: Load, title: string, port: number, requests: readonly string[]): Side => ({
  title,
  run: (times) => load.run({ port, connections: CONNECTIONS, requests: [...requests], times }),
});

export const getInstance: Row = {
  name: "get-instance",
  unit: "requests/s",
  atLeast: 0.5,
  unlike:
    "Ours checks Host, credentials and owner and answers the whole instance as it stands; the bare route makes JSON of one object that never changes. The load comes from another process in both.",
  peers: [],
  async open() {
    const served = await serve();
    const { host, service, load } = served;
    const target = `/flow/instances/${await served.start()}`;
    const credentials = must(await host.accounts.credentials(host.accounts.defaultId));
    const headers = {
      authorization: `OAuth oauth_signature_method="PLAINTEXT", oauth_consumer_key="${credentials.apitoken}", oauth_token="${credentials.accesstoken}", oauth_signature="${credentials.apisecret}&${credentials.accesssecret}"`,
    };
    const body: unknown = await (await fetch(`${service.baseUrl}${target}`, { headers })).json();
    const bare = fastify();
    bare.get("/", async () => body);
    const port = Number(new URL(await bare.listen({ host: "127.0.0.1", port: 0 })).port);
    return {
      ours: loaded(load, "GET instance", service.port, [rawRequest("GET", target, service.port, headers)]),
      peer: loaded(load, "a bare Fastify route", port, [rawRequest("GET", "/", port, headers)]),
      async close() {
        await bare.close();
        await served.close();
      },
    };
  },
};

/** Requests that each approve once, of participants whose sessions are open. */
async function approvals(served: Served, count: number): Promise<readonly string[]> {
  const { host, service } = served;
  const requests: string[] = [];
  while (requests.length < count) {
    const instanceId = await served.start();
    const { documents, participants } = must(host.instances.get(instanceId));
    const document = documents[0]?.documentId ?? "";
    const opened = participants.slice(0, APPROVERS.length).map(async ({ name, participantId }) => {
      const wallExpires = Date.now() + 3_600_000;
      const { token, session } = await host.accounts.createSession({ wallExpires, instanceId, participant: name });
      const headers = { cookie: `cs_p_${participantId}=${token}`, "x-csrf-token": session.csrf };
      const target = `/flow/instances/${instanceId}/documents/${document}/approve`;
      return rawRequest("POST", target, service.port, headers, "{}");
    });
    requests.push(...(await Promise.all(opened)));
  }
  return requests;
}

export const actOverHttp: Row = {
  name: "act-over-http",
  unit: "commits/s",
  atLeast: 3,
  unlike:
    "Ours is a participant's POST on one of sixteen connections: session, CSRF token, decision, event, projections, answer after the commit, and acts that wait together share one; SQLite inserts one row per commit in a synchronous call.",
  peers: [],
  async open() {
    const served = await serve();
    const { load, service } = served;
    const sqlite = sqliteCommits(path.join(served.dir, "bare.db"));
    const waiting: string[] = [];
    return {
      ours: {
        title: "POST …/approve, 16 at a time",
        async prepare(times) {
          if (waiting.length < times) waiting.push(...(await approvals(served, times - waiting.length)));
          await served.host.idle();
        },
        run: (times) =>
          load.run({ port: service.port, connections: CONNECTIONS, requests: waiting.splice(0, times), times }),
      },
      peer: sqlite.side,
      async close() {
        sqlite.close();
        await served.close();
      },
    };
  },
};
