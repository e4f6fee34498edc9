import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { refusalOf } from "../../src-main/sync/remote/certificate.ts";
import { exchange } from "../../src-main/sync/remote/send.ts";
import { connectionsTo, MOST_AT_ONCE } from "../../src-main/sync/remote/transport.ts";
import { command } from "../harness/command.ts";
import { temporaryFolder } from "../harness/temporary.ts";
import { must, testWorkspace } from "../harness/workspace.ts";
import { openService } from "../service/harness.ts";
import { startFaultProxy } from "./fault-proxy.ts";
import { TEXT } from "./rig.ts";
import { certificate, secure } from "./tls-front.ts";

test("Y14: a certificate that changes in mid-sync is refused with its names, and nothing goes out to it, is lost or made twice", async () => {
  using folder = temporaryFolder("trusted");
  using others = temporaryFolder("other");
  const trusted = certificate(folder.path, "subjectAltName=IP:127.0.0.1");
  const other = certificate(others.path, "subjectAltName=IP:127.0.0.1,DNS:somebody.example.test");
  const service = await openService();
  onTestFinished(() => service.close());
  const proxy = await startFaultProxy(service.baseUrl);
  onTestFinished(() => proxy.close());
  const front = await secure(Number(new URL(proxy.url).port), trusted);
  const workspace = await testWorkspace();
  onTestFinished(() => workspace.dispose());
  for (let n = 0; n < 8; n += 1)
    must(await workspace.host.drafts.createFromText({ text: TEXT.replace("Loan", `Loan ${n}`) }));
  await workspace.host.close();
  const file = path.join(folder.path, "credentials.json");
  writeFileSync(file, JSON.stringify(service.credentials), { mode: 0o600 });
  const run = (...args: string[]) =>
    command([...args, "--workspace", workspace.dir], { env: { NODE_EXTRA_CA_CERTS: trusted.file } });
  const added = await run("account", "add", "Bank", "--url", front.url, "--credentials", file, "--bind", "all");
  expect(added).toMatchObject({ code: 0 });

  // All that are under way have been done, and none has its answer.
  let creates = 0;
  let after = 0;
  const four = Promise.withResolvers<void>();
  proxy.meanwhile = async ({ method }) => {
    if (method !== "POST") return;
    creates += 1;
    if (creates === MOST_AT_ONCE) {
      after = proxy.asked.length;
      front.change(other);
      four.resolve();
    }
    await four.promise;
  };
  const { code, out } = await run("sync");
  expect([code, out]).toEqual([
    5,
    expect.stringMatching(/certificate of 127\.0\.0\.1:\d+ is not trusted.*somebody\.example\.test/),
  ]);
  expect(proxy.asked.slice(after)).toEqual([]);

  proxy.meanwhile = async () => undefined;
  front.change(trusted);
  const again = await run("sync");
  expect([again.code, again.err]).toEqual([0, ""]);
  const titles = service.host.drafts.list({}).items.map(({ title }) => title);
  expect(titles.toSorted()).toEqual(Array.from({ length: 8 }, (_, n) => `Loan ${n}`));
  expect((await run("sync", "--json")).out).toContain('"refused":[]');
});

test.each([
  ["CERT_HAS_EXPIRED", /^The certificate of bank\.test:443 expired on 2026-12-29\. .* machine's clock/],
  ["CERT_NOT_YET_VALID", /^The certificate of bank\.test:443 is valid from 2026-11-29 only\. .* machine's clock/],
  ["ERR_TLS_CERT_ALTNAME_INVALID", /is for a\.test, 10\.0\.0\.1, b\.test, c\.test \(\+2\): check the address/],
  [
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    /not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)\. It is for a\.test, .*, issued by Own, and valid from 2026-11-29 to 2026-12-29\./,
  ],
])("Y14: a certificate that is refused is told with what to do: %s", (code, words) => {
  const peer = {
    ...{ subject: { CN: "a.test" }, issuer: { CN: "Own" } },
    ...{ valid_from: "Nov 29 20:58:23 2026 GMT", valid_to: "Dec 29 20:58:23 2026 GMT" },
    subjectaltname: "DNS:a.test, IP Address:10.0.0.1, DNS:b.test, DNS:c.test, DNS:d.test, DNS:e.test",
  } as unknown as Parameters<typeof refusalOf>[2];
  expect(refusalOf("bank.test:443", code, peer)).toMatch(words);
  expect(refusalOf("bank.test:443", code, null)).toMatch(
    /^The certificate of bank\.test:443 is not trusted .* and restart Countersign\.$/,
  );
});

test("Y14, Y17: a service that answers and makes no secure connection is not told as offline", async () => {
  const service = await openService();
  onTestFinished(() => service.close());
  const url = service.baseUrl.replace("http:", "https:");
  const connections = connectionsTo(url);
  onTestFinished(() => connections.close());
  const asked = { url, method: "GET", headers: {}, most: 1, timeout: 10_000 } as const;
  const error = await exchange(asked, connections).catch((cause: unknown) => cause);
  expect(error).toMatchObject({
    message: expect.stringMatching(/^No secure connection/),
    offline: true,
    unusable: true,
  });
});
