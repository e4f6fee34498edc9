import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { proxyFor } from "../../src-main/sync/remote/proxies.ts";
import { exchange } from "../../src-main/sync/remote/send.ts";
import { connectionsTo, type Reaching } from "../../src-main/sync/remote/transport.ts";
import { command } from "../harness/command.ts";
import { temporaryFolder } from "../harness/temporary.ts";
import { must, mustFail, testWorkspace } from "../harness/workspace.ts";
import { openService } from "../service/harness.ts";
import { connectProxy, type Manner } from "./connect-proxy.ts";
import { startFaultProxy } from "./fault-proxy.ts";
import { openRig } from "./rig.ts";
import { certificate, secure } from "./tls-front.ts";

/** It has no address that can be looked up: only a proxy leads there. */
const URL_THERE = "https://bank.example.test";
const TO = "bank.example.test:443";
/** Wall milliseconds within which something does not wait for a connection, which has ten seconds. */
const AT_ONCE = 5_000;

test.each([
  ["http://proxy.corp:8080", "proxy.corp:8080"],
  ["proxy.corp:8080", "proxy.corp:8080"],
  ["127.0.0.1:8080", "127.0.0.1:8080"],
  [" [fd00::1]:3128 ", "[fd00::1]:3128"],
  ["ann:secret@proxy.corp:8080", "proxy.corp:8080"],
  ["http://ann:100%@proxy.corp", "proxy.corp:80"],
  ["https://proxy.corp/", "proxy.corp:443"],
  ["quatsch", null],
  ["proxy.corp:port", null],
  ["proxy.corp:80800", null],
  ["ftp://ann:secret@proxy.corp:21", null],
  ["socks5://ann:secret@proxy.corp:1080", null],
  ["http://ann:se/cret@proxy.corp:8080", null],
  ["http://", null],
])("Y14: HTTPS_PROXY may be an address or a host with its port, as curl takes it: %s", (value, place) => {
  const proxy = () => proxyFor("bank.example.test", 443, { HTTPS_PROXY: value });
  if (place !== null) return expect(proxy()?.place).toBe(place);
  expect(proxy).toThrow(
    /^HTTPS_PROXY must be the address of an http or https proxy, such as http:\/\/proxy\.example:8080: correct it, and start Countersign again\.$/,
  );
});

test.each(["http://proxy.corp:8080/proxy.pac", "https://proxy.corp/?via=1", "http://ann:secret@proxy.corp:80/#x"])(
  "Y14: HTTPS_PROXY with a path names no proxy, and that is said without its value: %s",
  (HTTPS_PROXY) => {
    expect(() => proxyFor("bank.example.test", 443, { HTTPS_PROXY })).toThrow(
      /^HTTPS_PROXY has more than the address of a proxy, such as a path: leave only its host and port, such as http:\/\/proxy\.example:8080, and start Countersign again\.$/,
    );
  },
);

test.each([
  [{}, null],
  [{ https_proxy: "small:1", HTTPS_PROXY: "large:1", HTTP_PROXY: "plain:1" }, "small:1"],
  [{ HTTPS_PROXY: "", http_proxy: "plain:1" }, "plain:1"],
  [{ NO_PROXY: "bank.example.test" }, null],
  [{ NO_PROXY: "other.test, Example.test." }, null],
  [{ NO_PROXY: ".example.test" }, null],
  [{ NO_PROXY: "*.example.test" }, null],
  [{ NO_PROXY: "*.bank.example.test" }, "large:1"],
  [{ NO_PROXY: "ank.example.test" }, "large:1"],
  [{ NO_PROXY: "bank.example.test:8443" }, "large:1"],
  [{ NO_PROXY: "bank.example.test:443" }, null],
  [{ NO_PROXY: "none.test *" }, null],
  [{ no_proxy: "", NO_PROXY: "*" }, "large:1"],
])("Y14: which variables name the proxy, and which hosts go by none: %o", (given, place) => {
  const environment = "NO_PROXY" in given ? { HTTPS_PROXY: "large:1", ...given } : given;
  expect(proxyFor("bank.example.test", 443, environment)?.place ?? null).toBe(place);
  for (const here of ["127.0.0.1", "::1", "localhost", "localhost.", "bank.localhost"])
    expect(proxyFor(here, 443, environment)).toBe(null);
});

/** The fault of a request to a service that only a proxy leads to. */
async function faultOf(reaching: Reaching, url = URL_THERE): Promise<unknown> {
  const connections = connectionsTo(url, reaching);
  onTestFinished(() => connections.close());
  const asked = { url, method: "POST", headers: {}, most: 1, timeout: 20_000 } as const;
  return exchange(asked, connections).catch((cause: unknown) => cause);
}

test.each<[Manner, RegExp]>([
  [
    407,
    /^The proxy (\S+), which HTTPS_PROXY names, refused the connection to bank\.example\.test:443 \(407\): it does not take the user name/,
  ],
  [403, /^The proxy (\S+), which HTTPS_PROXY names, refused the connection to \S+ \(403\): ask who runs the proxy\.$/],
  [502, /^The proxy (\S+), which HTTPS_PROXY names, made no connection to \S+ \(502\): check that the service is/],
  ["drop", /^The proxy (\S+), which HTTPS_PROXY names, broke off the connection to \S+ \(ECONNRESET\)/],
  ["rubbish", /^The proxy (\S+), which HTTPS_PROXY names, does not answer as a proxy does \(HPE_/],
  [
    "silent",
    /^The proxy (\S+), which HTTPS_PROXY names, made no connection to \S+ within 0\.3 seconds: check the proxy/,
  ],
])(
  "Y14: what a proxy does not do is told of the proxy, without credentials, and nothing is in doubt: %s",
  async (manner, words) => {
    const proxy = await connectProxy(manner);
    const environment = { HTTPS_PROXY: `http://ann:secret@${proxy.place}` };
    const error = await faultOf({ environment, connectTimeout: 300 });
    // To wait does not help where the proxy answers: it is not told as offline.
    const unusable = typeof manner === "number" ? manner < 500 : manner === "rubbish";
    expect(error).toMatchObject({ fault: unusable ? "proxy_refuses" : "unreachable", unusable, offline: true });
    expect(error).toMatchObject({ perhapsDone: false, message: expect.stringMatching(words) });
    expect((error as Error).message).toContain(proxy.place);
    expect((error as Error).message).not.toMatch(/ann|secret/);
    // It is not asked again.
    expect(proxy.asked).toEqual([TO]);
    expect(proxy.headers[0]?.["proxy-authorization"]).toBe(`Basic ${btoa("ann:secret")}`);
  },
);

test("Y14: a proxy that wants credentials, where the variable has none, says where they belong", async () => {
  const { place } = await connectProxy(407);
  expect(await faultOf({ environment: { HTTPS_PROXY: place } })).toMatchObject({
    ...{ fault: "proxy_refuses", unusable: true },
    message: expect.stringMatching(/\(407\): it wants a user name and a password\. Write them into the variable/),
  });
});

test("Y14: a proxy that is not there, has no such name, or has a certificate that is not trusted", async () => {
  using folder = temporaryFolder("proxy");
  const { place } = await connectProxy(407, 0, certificate(folder.path, "subjectAltName=IP:127.0.0.1"));
  const unused = await connectProxy(407);
  expect(await faultOf({ environment: { https_proxy: `https://${place}` } })).toMatchObject({
    message: expect.stringMatching(
      `^The certificate of the proxy ${place}, which https_proxy names, is not trusted \\(DEPTH_ZERO_SELF_SIGNED_CERT\\)`,
    ),
  });
  expect(await faultOf({ environment: { http_proxy: "proxy.invalid:8080" } })).toMatchObject({
    message: expect.stringMatching(
      /^There is no proxy proxy\.invalid:8080, which http_proxy names, or this machine is/,
    ),
  });
  // Port 1 is the system's own.
  expect(await faultOf({ environment: { HTTPS_PROXY: "127.0.0.1:1" } })).toMatchObject({
    message: expect.stringMatching(/^Nothing listens at the proxy 127\.0\.0\.1:1, which HTTPS_PROXY names: check/),
  });
  expect(unused.asked).toEqual([]);
});

test("Y14: the certificate that is told is the one that was refused, behind a proxy as well", async () => {
  using folder = temporaryFolder("evil");
  const service = await openService();
  onTestFinished(() => service.close());
  const front = await secure(
    Number(new URL(service.baseUrl).port),
    certificate(folder.path, "subjectAltName=DNS:evil.example"),
  );
  const proxy = await connectProxy("through", front.port);
  expect(await faultOf({ environment: { HTTPS_PROXY: proxy.place } })).toMatchObject({
    fault: "certificate",
    message: expect.stringMatching(
      /^The certificate of bank\.example\.test is not trusted .* It is for evil\.example,/,
    ),
  });
  expect(proxy.asked).toEqual([TO, TO]);
});

test("Y14: a service, behind a proxy or not, that makes no secure connection in time is told by itself", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo;
  expect(await faultOf({ connectTimeout: 300 }, `https://127.0.0.1:${port}`)).toMatchObject({
    fault: "unreachable",
    message: `127.0.0.1:${port} could not be reached (UND_ERR_CONNECT_TIMEOUT): check the address and the network.`,
  });
  const proxy = await connectProxy("through", port);
  expect(await faultOf({ environment: { HTTPS_PROXY: proxy.place }, connectTimeout: 300 })).toMatchObject({
    fault: "unreachable",
    message: expect.stringMatching(/^bank\.example\.test could not be reached \(UND_ERR_CONNECT_TIMEOUT\)/),
  });
});

test("Y14: closing waits for no connection that is still being made", async () => {
  const proxy = await connectProxy("silent");
  const connections = connectionsTo(URL_THERE, { environment: { HTTPS_PROXY: proxy.place } });
  const control = new AbortController();
  const asked = {
    url: URL_THERE,
    method: "GET",
    headers: {},
    most: 1,
    timeout: 60_000,
    canceled: control.signal,
  } as const;
  const began = performance.now();
  const exchanged = exchange(asked, connections).catch((cause: unknown) => cause);
  await proxy.next();
  control.abort();
  expect(await exchanged).toMatchObject({ fault: "canceled" });
  await connections.close();
  expect(performance.now() - began).toBeLessThan(AT_ONCE);
});

/** An account that was added by way of a proxy, and the proxy. */
async function addedByProxy() {
  const folder = temporaryFolder("trusted");
  onTestFinished(() => folder.remove());
  const service = await openService();
  onTestFinished(() => service.close());
  const trusted = certificate(folder.path, "subjectAltName=DNS:bank.example.test");
  // It asks by a name that is the service's own.
  const renamed = await startFaultProxy(service.baseUrl);
  onTestFinished(() => renamed.close());
  const front = await secure(Number(new URL(renamed.url).port), trusted);
  const proxy = await connectProxy("through", front.port);
  const workspace = await testWorkspace();
  onTestFinished(() => workspace.dispose());
  await workspace.host.close();
  const file = path.join(folder.path, "credentials.json");
  writeFileSync(file, JSON.stringify(service.credentials), { mode: 0o600 });
  const run = (HTTPS_PROXY: string, ...args: string[]) =>
    command([...args, "--workspace", workspace.dir], { env: { NODE_EXTRA_CA_CERTS: trusted.file, HTTPS_PROXY } });
  const add = (HTTPS_PROXY: string, name = "Bank", url = URL_THERE) =>
    run(HTTPS_PROXY, "account", "add", name, "--url", url, "--credentials", file);
  expect(await add(`ann:secret@${proxy.place}`)).toMatchObject({ code: 0, err: "" });
  expect(proxy.headers.map((headers) => headers["proxy-authorization"])).toContain(`Basic ${btoa("ann:secret")}`);
  const opened = async (remoteReaching: Reaching) => {
    const copy = await testWorkspace({ remoteReaching }, workspace.dir);
    onTestFinished(() => copy.dispose());
    return copy.host;
  };
  return { proxy, run, add, opened, credentials: service.credentials };
}

test("Y14: on the command line, a proxy is gone by, and one that is named wrongly, or refuses, is told with its exit code", async () => {
  const { proxy, run, add } = await addedByProxy();
  expect(await run(proxy.place, "sync")).toMatchObject({ code: 0, err: "" });
  const sentence = /^HTTPS_PROXY must be the address of an http or https proxy[^\n]*\n$/;
  const added = await add("ftp://ann:secret@proxy.corp", "Other", "https://other.example.test");
  expect([added.code, added.err]).toEqual([2, expect.stringMatching(sentence)]);
  const checked = await run("quatsch", "account", "check", "Bank");
  expect([checked.code, checked.err]).toEqual([2, expect.stringMatching(sentence)]);
  const synced = await run("quatsch", "sync");
  expect([synced.code, synced.out]).toEqual([
    2,
    expect.stringContaining("Sync failed: HTTPS_PROXY must be the address"),
  ]);
  proxy.manner = 403;
  const refused = await run(proxy.place, "sync");
  expect([refused.code, refused.out]).toEqual([5, expect.stringMatching(`The proxy ${proxy.place}, .*\\(403\\)`)]);
});

test("Y14, Y16: in the app, a proxy that refuses or is named wrongly is told by the sync, the check and the list of requests", async () => {
  const { proxy, opened, credentials } = await addedByProxy();
  proxy.manner = 407;
  const host = await opened({ environment: { HTTPS_PROXY: proxy.place } });
  const words = expect.stringMatching(`^The proxy ${proxy.place}, which HTTPS_PROXY names, refused .* \\(407\\)`);
  expect(must(await host.sync.run("Bank"))).toMatchObject({ unreachable: words, unusable: true, failed: null });
  expect(host.ledger.outbound({ limit: 1 }).items[0]?.result).toMatch(`not sent: The proxy ${proxy.place}`);

  const wrong = await opened({ environment: { HTTPS_PROXY: "quatsch" } });
  const sentence = expect.stringMatching(/^HTTPS_PROXY must be the address/);
  expect(must(await wrong.sync.run("Bank"))).toMatchObject({ failed: sentence, unreachable: null, refused: [] });
  expect(wrong.ledger.outbound({ limit: 1 }).items[0]?.result).toMatch(/^not sent: HTTPS_PROXY must be/);
  expect(mustFail(await wrong.sync.check("Bank"))).toMatchObject({ message: sentence });
  expect(mustFail(await wrong.sync.setAddress("Bank", "https://new.example.test"))).toMatchObject({
    message: sentence,
  });
  const other = { name: "Other", url: "https://other.example.test", credentials, bind: "none" } as const;
  expect(mustFail(await wrong.sync.add(other)).message).toEqual(sentence);
});

test("Y13: while a proxy is silent, a sync ends in time, and cancel, remove and close do not wait", async () => {
  const { proxy, opened } = await addedByProxy();
  proxy.manner = "silent";
  const environment = { HTTPS_PROXY: proxy.place };
  const hurried = await opened({ environment, connectTimeout: 300 });
  expect(must(await hurried.sync.run("Bank")).unreachable).toMatch(/made no connection to \S+ within 0\.3 seconds/);

  const host = await opened({ environment });
  const began = performance.now();
  for (const end of ["cancel", "remove"] as const) {
    const asked = proxy.next();
    const syncing = host.sync.run("Bank");
    await asked;
    if (end === "cancel") must(host.sync.cancel("Bank"));
    else must(await host.sync.remove("Bank", "keep"));
    expect(must(await syncing).canceled).toBe(true);
    await vi.waitFor(() => expect(host.sync.accounts()[0]?.activity.running ?? false).toBe(false));
  }
  const closed = await opened({ environment });
  const asked = proxy.next();
  const syncing = closed.sync.run("Bank");
  await asked;
  await closed.close();
  expect(must(await syncing).canceled).toBe(true);
  expect(performance.now() - began).toBeLessThan(AT_ONCE);
});

test("Y14: what is on this machine goes by no proxy", async () => {
  const proxy = await connectProxy(403);
  const environment = { HTTPS_PROXY: proxy.place, HTTP_PROXY: proxy.place };
  const rig = await openRig({ reaching: { environment } });
  expect(await rig.sync()).toMatchObject({ unreachable: null, failed: null });
  expect(proxy.asked).toEqual([]);
});
