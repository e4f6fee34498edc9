import { once } from "node:events";
import { chmodSync, cpSync, existsSync, globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import path from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { CommitOptions } from "../../src-main/engine/index.ts";
import { addressOf } from "../../src-main/sync/remote/address.ts";
import { checkAccount } from "../../src-main/sync/remote/check.ts";
import { createClient } from "../../src-main/sync/remote/client.ts";
import { exchangePassword } from "../../src-main/sync/remote/log-in.ts";
import { RemoteError } from "../../src-main/sync/remote/remote-error.ts";
import { countersignRemote, type DialectFile } from "../../src-shared/dialect/index.ts";
import { oauthHeader, parseOAuthHeader } from "../../src-shared/service/index.ts";
import { pkcs12File } from "../fixtures/pkcs12.ts";
import { countersign } from "../harness/command.ts";
import { temporaryFolder } from "../harness/temporary.ts";
import { must, testWorkspace } from "../harness/workspace.ts";
import { EMAIL, openService, PASSWORD, type TestService } from "../service/harness.ts";
import { startFaultProxy } from "./fault-proxy.ts";

let to: TestService;
beforeAll(async () => {
  to = await openService();
});
afterAll(() => to.close());

const SECRETS = { apitoken: "t-1", apisecret: "secret-2", accesstoken: "t-3", accesssecret: "secret-4" };

function clientTo(baseUrl: string, credentials = SECRETS) {
  const lines: string[] = [];
  const durable: string[] = [];
  const ledger = {
    begin: async (target: string, { durability }: CommitOptions) => {
      if (durability === "disk") durable.push(target);
      return lines.push(target) - 1;
    },
    end: async (line: number, result: string) => {
      lines[line] += ` → ${result}`;
    },
  };
  const rests: number[] = [];
  let now = Date.now();
  const wait = async (milliseconds: number) => {
    rests.push(milliseconds);
    now += milliseconds;
  };
  const client = createClient({
    ...{ baseUrl, dialect: countersignRemote, credentials, ledger, wait, timeout: 1_000 },
    now: () => now,
  });
  onTestFinished(() => client.close());
  return { client, lines, durable, rests };
}

async function serverOf(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function faultAt(baseUrl: string): Promise<RemoteError> {
  try {
    await checkAccount(clientTo(baseUrl).client);
  } catch (error) {
    if (error instanceof RemoteError) return error;
    throw error;
  }
  throw new Error("The account could be used.");
}

test.each([
  ["https://service.example.com/", true, "https://service.example.com"],
  ["https://service.example.com/part/", true, "https://service.example.com/part"],
  ["http://127.0.0.1:4711", true, "http://127.0.0.1:4711"],
  ["http://localhost:1/", true, "http://localhost:1"],
  ["http://service.example.com", false, "could be read on the way"],
  ["https://me:pw@service.example.com", false, "holds a user name or password"],
  ["https://service.example.com/?a=1", false, "has a ? or #"],
  ["ftp://service.example.com", false, "is not an https address"],
  ["service.example.com", false, "is not an https address"],
])("Y14: only https, save to this machine: %s", (given, ok, words) => {
  const address = addressOf(given);
  expect(address.ok).toBe(ok);
  expect(address.ok ? address.url : address.why).toContain(words);
});

test.each([
  { scheme: "OAuth", quoted: true, encoded: false },
  { scheme: "", quoted: false, encoded: true },
])("the header of interface 5.4 as %o says it is read as it was meant", (spelling) => {
  const claim = { ...SECRETS, apisecret: "a=b/c+d" };
  expect(parseOAuthHeader(oauthHeader(claim, spelling))).toEqual({ ok: true, claim });
});

describe("Y14: what stands in the way is told apart in words", () => {
  test.each<[string, RequestListener, string, string]>([
    [
      "a web page",
      (_, reply) => reply.setHeader("content-type", "text/html").end("<b>Hi</b>"),
      "not_the_interface",
      "without a login page or proxy",
    ],
    ["another service", (_, reply) => reply.writeHead(404).end("{}"), "not_the_interface", "gives no data retention"],
    ["other JSON", (_, reply) => reply.end('{"delete_trashed":null}'), "not_the_interface", "gives no data retention"],
    ["half of it", (_, reply) => reply.end('{"delete_trashed":'), "not_the_interface", "not the interface's JSON"],
    ["deep JSON", (_, reply) => reply.end("[".repeat(100_000)), "not_the_interface", "levels deep"],
    [
      "a redirect",
      (_, reply) => reply.writeHead(301, { location: "https://evil.example.test/x?token=1" }).end(),
      "redirect",
      "to https://evil.example.test; redirects",
    ],
    [
      "no credentials",
      (_, reply) => reply.writeHead(401).end('{"type":"invalid_authorisation","message":"No."}'),
      "unauthorised",
      "invalid_authorisation, No",
    ],
    ["a slow drip", (_, reply) => void setInterval(() => reply.write(" "), 20).unref(), "lost", "within 1 seconds"],
    [
      "an answer without an end",
      (_, reply) => reply.end(Buffer.alloc(20 * 1_048_576, "1")),
      "not_the_interface",
      "more than 16 MiB",
    ],
    ["a broken connection", (_, reply) => void reply.destroy(), "lost", "broke off"],
    ["an error of its own", (_, reply) => reply.writeHead(500).end(), "lost", "with 500"],
  ])("%s", async (_what, answer, fault, words) => {
    const error = await faultAt(await serverOf(answer));
    expect(error).toMatchObject({ fault, message: expect.stringContaining(words) });
    expect(error.message).not.toMatch(/secret-|token=1/);
  });

  test("nobody there", async () => {
    const gone = await serverOf(() => undefined);
    const nobody = "http://127.0.0.1:1";
    expect(gone).not.toBe(nobody);
    expect(await faultAt(nobody)).toMatchObject({
      fault: "unreachable",
      message: expect.stringContaining("Nothing listens at 127.0.0.1:1"),
    });
  });

  test("a certificate that is not trusted, with its names and dates", async () => {
    using folder = temporaryFolder("certificate");
    pkcs12File(folder.path, "own.p12", "x", { extension: "subjectAltName=DNS:other.example.test" });
    const read = (name: string) => readFileSync(path.join(folder.path, name));
    const heard: unknown[] = [];
    const server = createSecureServer({ key: read("key.pem"), cert: read("certificate.pem") }, (request) =>
      heard.push(request.headers),
    );
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const error = await faultAt(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect(error).toMatchObject({
      fault: "certificate",
      message: expect.stringMatching(
        / other\.example\.test, issued by Lind & Partners AB, and valid from \d{4}-\d\d-\d\d to /,
      ),
    });
    expect(heard).toEqual([]);
  });

  test("a two-factor account, and a wrong password", async () => {
    const at = async (status: number) => clientTo(await serverOf((_, reply) => reply.writeHead(status).end())).client;
    const login = { email: "a@example.test", password: "hunter2" };
    await expect(exchangePassword(await at(403), login)).rejects.toMatchObject({ fault: "two_factor" });
    await expect(exchangePassword(await at(401), login)).rejects.toMatchObject({ fault: "unauthorised" });
  });

  test("a login that is refused with words about another answer is no two-factor account", async () => {
    const url = await serverOf((_, reply) => reply.writeHead(400).end('{"message":"Code 403 is not known"}'));
    const traded = exchangePassword(clientTo(url).client, { email: "a@example.test", password: "hunter2" });
    await expect(traded).rejects.toMatchObject({ fault: "refused", status: 400 });
  });

  test("a login where there is none is at a wrong address", async () => {
    const url = await serverOf((_, reply) => reply.writeHead(404).end("There is nothing at this address."));
    const traded = exchangePassword(clientTo(url).client, { email: "a@example.test", password: "hunter2" });
    await expect(traded).rejects.toMatchObject({
      fault: "not_the_interface",
      message: `${url} does not have the interface: it has no POST /api/v2/getpersonaltoken. Check that the address is complete and has no extra part.`,
    });
  });
});

test("Y13: a service that asks to wait is obeyed, for all requests of the account", async () => {
  let asked = 0;
  const url = await serverOf((_, reply) => {
    asked += 1;
    if (asked === 1) reply.writeHead(429, { "retry-after": "7" }).end();
    else
      reply.end(
        JSON.stringify({ delete_trashed: null, trash_completed: null, trash_failed: null, trash_timed_out: 3 }),
      );
  });
  const { client, rests } = clientTo(url);
  await client.ask("retention");
  expect([asked, rests]).toEqual([2, [7_000]]);
});

test("Y14: what had no answer in time is not asked again, and what a broken connection lost is", async () => {
  const asked = async (answer: RequestListener) => {
    let times = 0;
    const url = await serverOf((request, reply) => {
      times += 1;
      answer(request, reply);
    });
    const { client, lines } = clientTo(url);
    await expect(client.ask("retention")).rejects.toMatchObject({ fault: "lost" });
    return [times, lines.length];
  };
  expect(await asked(() => undefined)).toEqual([1, 1]);
  expect(await asked((_, reply) => void reply.destroy())).toEqual([4, 4]);
  expect(await asked((_, reply) => reply.writeHead(503).end())).toEqual([4, 4]);
});

test("Y13: at most four requests at once", async () => {
  let [now, most] = [0, 0];
  const replies: (() => void)[] = [];
  const url = await serverOf((_, reply) => {
    most = Math.max(most, ++now);
    replies.push(() => {
      now -= 1;
      reply.end("{}");
    });
    if (replies.length === 4) for (const answer of replies.splice(0)) setImmediate(answer);
  });
  const { client } = clientTo(url);
  await Promise.all(Array.from({ length: 12 }, () => client.ask("version")));
  expect(most).toBe(4);
});

test("Y16: before a request that changes something its line waits for the disk; before one that reads, only for a commit", async () => {
  const { client, lines, durable } = clientTo(to.baseUrl, to.credentials);
  await client.ask("drafts");
  await client.ask("createDraft", { json: { title: "Loan" } });
  expect(lines).toHaveLength(2);
  expect(durable).toEqual([`POST ${to.baseUrl}/flow/drafts`]);
});

test("Y16: every request has its line before it goes out, and what came of it", async () => {
  const { client, lines } = clientTo(to.baseUrl, to.credentials);
  const { level, parts } = await checkAccount(client);
  expect([level, parts.list]).toEqual(["full", true]);
  expect(lines[0]).toMatch(
    /^GET http:\/\/127\.0\.0\.1:\d+\/flow\/folders\/home\/data_retention → 200, \d+ bytes, \d+ ms$/,
  );
  expect(lines.length).toBe(client.requests);
});

describe("Y14, Y18: the command line", () => {
  test("adds, lists, checks and removes an account, and no byte of anything shows a secret", async () => {
    using folder = temporaryFolder("account");
    const workspace = await testWorkspace();
    onTestFinished(() => workspace.dispose());
    must(await workspace.host.drafts.createFromText({ text: "title: Here\nprocess: {}\n" }));
    await workspace.host.close();
    const { dir } = workspace;
    const file = path.join(folder.path, "credentials.json");
    writeFileSync(file, JSON.stringify({ email: EMAIL, ...to.credentials }), { mode: 0o644 });
    const outputs: string[] = [];
    const account = async (...args: string[]) => {
      const done = await countersign(["account", ...args, "--workspace", dir]);
      outputs.push(done.out, done.err);
      return done;
    };
    const add = (name: string, ...more: string[]) =>
      account("add", name, "--url", to.baseUrl, "--credentials", file, ...more);

    expect(await add("Bank")).toMatchObject({ code: 2, err: expect.stringContaining("chmod 600") });
    chmodSync(file, 0o600);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const added = await add("Bank", "--bind", "all");
    expect(added).toMatchObject({ code: 0, err: "" });
    expect(added.out).toContain("Level: full");
    expect(added.out).toContain("Version of the interface: 0.48.0");
    expect(added.out).toContain("Drafts that belong to it: 1");
    expect(await add("bank")).toMatchObject({ code: 2, err: expect.stringContaining("already") });
    expect((await account("list")).out).toBe(added.out);
    expect((await account("check", "Bank")).out).toContain("Level: full");
    expect(await account("check", "Other")).toMatchObject({
      code: 2,
      err: expect.stringContaining("“Other”. Check the name: there is “Bank”."),
    });

    writeFileSync(file, JSON.stringify({ ...to.credentials, accesssecret: "wrong-one" }));
    expect(await account("check", "Bank", "--credentials", file)).toMatchObject({
      code: 2,
      err: expect.stringContaining("401"),
    });
    expect((await account("retention", "bank")).out).toContain("Runs are not trashed automatically.");
    expect(await account("retention", "Other")).toMatchObject({
      code: 2,
      err: expect.stringContaining("“Other”. Check the name: there is “Bank”."),
    });
    writeFileSync(file, JSON.stringify({ email: EMAIL, password: PASSWORD }));
    expect(await account("check", "Bank", "--credentials", file)).toMatchObject({ code: 0 });

    using copy = temporaryFolder("damaged");
    cpSync(dir, copy.path, { recursive: true });
    const db = new Database(path.join(copy.path, "countersign.db"));
    db.exec("DELETE FROM remote_accounts");
    db.close();
    const { code, out } = await countersign(["verify", copy.path]);
    expect([code, out]).toEqual([1, expect.stringMatching(/Remote account \S+ is missing, and its bindings name it/)]);

    const files = globSync("**/*", { cwd: dir, withFileTypes: true }).filter((entry) => entry.isFile());
    const bytes = files.map((entry) => readFileSync(path.join(entry.parentPath, entry.name), "latin1"));
    for (const secret of [...Object.values(to.credentials), PASSWORD])
      for (const text of [...outputs, ...bytes]) expect(text.includes(secret)).toBe(false);

    expect(await account("remove", "Bank")).toMatchObject({
      code: 0,
      out: expect.stringContaining("1 of its drafts stay here"),
    });
    expect((await account("list")).out).toBe("There is no remote account yet.\n");
    expect(await countersign(["verify", dir])).toMatchObject({ code: 0 });
  });

  test("exits with 5 where the service is not reached, whatever was asked of it", async () => {
    using folder = temporaryFolder("unreached");
    const workspace = await testWorkspace();
    onTestFinished(() => workspace.dispose());
    await workspace.host.close();
    const file = path.join(folder.path, "credentials.json");
    writeFileSync(file, JSON.stringify(to.credentials), { mode: 0o600 });
    const proxy = await startFaultProxy(to.baseUrl);
    const run = (...args: string[]) => countersign([...args, "--workspace", workspace.dir]);
    const add = (name: string, url: string) => run("account", "add", name, "--url", url, "--credentials", file);
    expect(await add("Bank", proxy.url)).toMatchObject({ code: 0 });
    await proxy.close();
    // Once: the command says it itself.
    const unreached = { code: 5, err: expect.stringMatching(/^Nothing listens at .*\n$/) };
    expect(await run("account", "check", "Bank")).toMatchObject(unreached);
    expect(await run("account", "address", "Bank", proxy.url)).toMatchObject(unreached);
    expect(await add("Other", `${proxy.url}/other`)).toMatchObject(unreached);
    const nowhere = path.join(folder.path, "made", "for-it");
    const args = ["account", "add", "Other", "--url", proxy.url, "--credentials", file, "--workspace"];
    expect(await countersign([...args, nowhere])).toMatchObject(unreached);
    expect(existsSync(nowhere)).toBe(false);
    expect(await run("remote", "adopt", "4711", "--account", "Bank")).toMatchObject(unreached);
    expect(await run("sync")).toMatchObject({
      code: 5,
      out: expect.stringContaining("Not reached: Nothing listens at"),
      err: "",
    });
  });
});

test.each([401, 409])(
  "Y14: marks in a service's own words of a %d are shown, and turn no sentence around",
  async (status) => {
    const words = JSON.stringify({ type: "odd\u200f", message: `<b> \u202e${"x".repeat(5_000)}` });
    const url = await serverOf((_, response) =>
      response.writeHead(status, { "content-type": "application/json" }).end(words),
    );
    const { message } = await faultAt(url);
    expect(message).toContain(String.raw`odd\u200f, <b> \u202exxx`);
    expect(message).not.toMatch(/[\u200f\u202e]/);
    expect(message.length).toBeLessThan(600);
  },
);

test("Y14: a path of a dialect where nothing is found is told with the call that it is of, and a service without a list is not", async () => {
  const service = await openService();
  onTestFinished(() => service.close());
  for (const title of ["Loan", "Lease"]) must(await service.host.drafts.createFromText({ text: `title: ${title}\n` }));
  const workspace = await testWorkspace();
  onTestFinished(() => workspace.dispose());
  const { sync } = workspace.host;
  const place = { url: service.baseUrl, credentials: service.credentials, bind: "none" } as const;
  const get = (path: string) => ({ method: "GET", path }) as const;
  const found = async (calls: DialectFile["calls"]) => {
    const { notFound, level } = must(await sync.add({ name: "Bank", ...place, dialect: { name: "bank", calls } }));
    must(await sync.check("Bank"));
    expect(sync.accounts()[0]?.notFound).toEqual(notFound);
    must(await sync.remove("Bank", "keep"));
    return [level, notFound];
  };
  const [list, one] = [get("/flow/draft"), get("/flow/draft/{id}")];
  expect(await found({ drafts: list })).toEqual(["known", [{ call: "drafts", asks: "GET /flow/draft" }]]);
  expect(await found({ draft: one })).toEqual(["publish", [{ call: "draft", asks: "GET /flow/draft/{id}" }]]);
  expect(await found({ drafts: null })).toEqual(["known", []]);
  expect(await found({ drafts: get("/flow/drafts") })).toEqual(["full", []]);
});
