import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { Pool } from "undici";
import { z } from "zod";
import { openWorkspace } from "../../src-main/host.ts";
import { oauthHeader } from "../../src-shared/service/index.ts";
import { must } from "./acts.ts";
import { benchFolder, ROOT, removeFolder } from "./folder.ts";
import type { Row } from "./row.ts";

const FIELDS = {
  title: "Loan",
  duration: 14,
  process: {
    "dsl-version": "0.3.0",
    stages: [
      {
        signing: {
          actions: [{ notify: { users: ["alice", "bob"], methods: { email: "invitation" } } }],
          expect: { "signed-by": { users: ["alice", "bob"], documents: ["contract"] } },
        },
      },
    ],
  },
  process_parameters: {
    users: {
      alice: { id_type: "email", id: "alice@example.test" },
      bob: { id_type: "email", id: "bob@example.test" },
    },
    messages: { invitation: "Please sign." },
  },
};

const AT_ONCE = 4;
const readyLine = z.looseObject({
  base_url: z.string(),
  ...{ apitoken: z.string(), apisecret: z.string(), accesstoken: z.string(), accesssecret: z.string() },
});

/** Another `countersign serve`, in a process of its own. */
async function startRemote(workspace: string) {
  const args = [path.join(ROOT, "bin/countersign.mjs"), "serve", "--workspace", workspace, "--port", "0"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  return { ready: readyLine.parse(JSON.parse(String(line))), stop: () => child.kill("SIGTERM") };
}

/** Drafts that an account gets for the first time, kept durably on both sides with all that a later sync needs. */
export const firstSync: Row = {
  name: "first-sync",
  unit: "drafts/s",
  atLeast: 0.2,
  unlike:
    "Ours reads each draft's text, lists every request before it goes, and keeps what both sides have, each durably; undici only sends the same bodies to another such service, four at once.",
  peers: [],
  pace: { rounds: 3, roundMs: 2_000 },
  async open() {
    const dir = benchFolder();
    const { ready, stop } = await startRemote(path.join(dir, "remote"));
    // What undici sends would come in with the next sync of the same service.
    const other = await startRemote(path.join(dir, "other"));
    const host = await openWorkspace({ dir: path.join(dir, "workspace") });
    const { base_url: url, ...credentials } = ready;
    must(await host.sync.add({ name: "Bank", url, credentials, bind: "none" }));
    const pool = new Pool(other.ready.base_url, { connections: AT_ONCE });
    const headers = {
      "content-type": "application/json",
      authorization: oauthHeader(other.ready, { scheme: "OAuth", quoted: true, encoded: false }),
    };
    return {
      ours: {
        title: "sync",
        async prepare(times) {
          for (let n = 0; n < times; n += 1) {
            const { id } = must(await host.drafts.createFromFields({ fields: FIELDS }));
            must(await host.sync.bind("Bank", id));
          }
        },
        async run(times) {
          const report = must(await host.sync.run("Bank"));
          if (report.pushed.length !== times) throw new Error(`${report.pushed.length} of ${times} drafts were sent.`);
        },
      },
      peer: {
        title: "bare undici, POST of a draft",
        async run(times) {
          let left = times;
          const post = async () => {
            while (left-- > 0) {
              const body = JSON.stringify(FIELDS);
              const answer = await pool.request({ path: "/flow/drafts", method: "POST", headers, body });
              await answer.body.dump();
              if (answer.statusCode !== 201) throw new Error(`The service answered ${answer.statusCode}.`);
            }
          };
          await Promise.all(Array.from({ length: AT_ONCE }, post));
        },
      },
      async close() {
        await pool.close();
        await host.close();
        stop();
        other.stop();
        removeFolder(dir);
      },
    };
  },
};
