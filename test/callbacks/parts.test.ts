import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import {
  hostOf,
  isLoopbackAddress,
  isLoopbackName,
  loopbackLookup,
  mayLeave,
  type Resolve,
} from "../../src-main/callbacks/callback-hosts.ts";
import { nextAttemptAt, parseRetryAfter } from "../../src-main/callbacks/schedule.ts";
import { ATTEMPT_TIMEOUT, createSender } from "../../src-main/callbacks/send.ts";
import { startReceiver } from "../harness/receiver.ts";

test.each([
  ["127.0.0.1", true],
  ["127.9.9.9", true],
  ["::1", true],
  ["::ffff:127.0.0.1", true],
  ["10.0.0.1", false],
  ["::ffff:10.0.0.1", false],
  ["0.0.0.0", false],
  ["169.254.169.254", false],
  ["fe80::1", false],
  ["example.test", false],
])("law 8: %s is this machine: %s", (address, loopback) => {
  expect(isLoopbackAddress(address)).toBe(loopback);
});

test.each([
  ["http://localhost:1/", true],
  ["http://localhost.:1/", true],
  ["http://app.localhost.:1/", true],
  ["http://localhost.example.test.:1/", false],
  ["http://[::1]:1/", true],
  ["http://127.0.0.1.example.test/", false],
  ["http://localhost@example.test/", false],
  ["http://0x7f000001/", true],
  ["http://2130706433/", true],
  ["ftp://127.0.0.1/", false],
  ["nonsense", false],
])("law 8: a callback to %s may be sent: %s", (url, sent) => {
  expect(mayLeave(url, [])).toBe(sent);
});

test("law 8: an allowed host is compared by its whole name, without case", () => {
  expect(mayLeave("https://Hooks.Example.test/x", ["hooks.example.test"])).toBe(true);
  expect(mayLeave("https://hooks.example.test.evil.test/x", ["hooks.example.test"])).toBe(false);
  expect(mayLeave("https://hooks.example.test./x", ["hooks.example.test"])).toBe(true);
  expect(hostOf("https://[2001:db8::1]/")).toBe("2001:db8::1");
});

/** A resolver that answers the first list, then the next; the machine's own cannot be pointed elsewhere by a test. */
function answering(...lists: readonly (readonly string[])[]): Resolve {
  const left = [...lists];
  return ((_name: string, _options: unknown, done: (...answer: unknown[]) => void) => {
    const addresses = left.shift() ?? [];
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
  }) as unknown as Resolve;
}

function resolvesTo(...addresses: string[]): Promise<Error | null> {
  const resolve = loopbackLookup(answering(addresses));
  return new Promise((settle) => resolve("app.localhost", { all: true }, (error) => settle(error)));
}

test("law 8: a name that is pointed elsewhere between two attempts (DNS rebinding) gets nothing the second time", async () => {
  const receiver = await startReceiver();
  const url = receiver.url.replace("127.0.0.1", "app.localhost");
  const sender = createSender(2_000, answering(["127.0.0.1"], ["192.0.2.7"], ["127.0.0.1", "192.0.2.7"]));
  expect(await sender.post(url, {}, "{}")).toMatchObject({ status: 204 });
  // The kept connection would hide it: the receiver ends them all, as a restart does.
  await receiver.hangUp();
  for (let time = 0; time < 2; time += 1) {
    const { status, error } = await sender.post(url, {}, "{}");
    expect(status).toBeNull();
    expect(error).toContain("192.0.2.7, which is not this machine; nothing was sent");
  }
  expect(receiver.received()).toHaveLength(1);
  await sender.close();
  await receiver.close();
});

test("Callbacks: an attempt ends after 15 seconds, whether no answer comes or the connection stays silent", async () => {
  expect(ATTEMPT_TIMEOUT).toBe(15_000);
  const receiver = await startReceiver();
  const silent = net.createServer(() => undefined).listen(0, "127.0.0.1");
  await once(silent, "listening");
  receiver.reply({ status: 204, delay: 60_000 });
  const sender = createSender(200);
  const { port } = silent.address() as AddressInfo;
  for (const url of [receiver.url, `http://127.0.0.1:${port}/`]) {
    expect(await sender.post(url, {}, "{}")).toMatchObject({ status: null, error: "No answer within 0.2 seconds." });
  }
  await sender.close();
  await receiver.close();
  silent.close();
});

test("Callbacks: an attempt's time does not run while all connections to its receiver are taken", async () => {
  const receiver = await startReceiver();
  receiver.reply(...Array.from({ length: 150 }, () => ({ status: 204, delay: 700 })));
  const sender = createSender(1_500);
  // 64 connections: the last of them wait for the end of two others, and so for nearly as long as an attempt may take.
  const answers = await Promise.all(Array.from({ length: 150 }, () => sender.post(receiver.url, {}, "{}")));
  expect(new Set(answers.map(({ status, error }) => error ?? status))).toEqual(new Set([204]));
  await sender.close();
  await receiver.close();
});

test("law 8: a loopback name that resolves elsewhere, wholly or in part, is not connected to", async () => {
  expect(isLoopbackName("app.localhost")).toBe(true);
  expect(await resolvesTo("127.0.0.1", "::1")).toBeNull();
  expect((await resolvesTo("127.0.0.1", "192.0.2.7"))?.message).toContain("192.0.2.7");
  expect((await resolvesTo("192.0.2.7"))?.message).toContain("nothing was sent");
  expect((await resolvesTo())?.message).toContain("no address");
});

test("law 8: a name under localhost that no resolver knows is this machine (RFC 6761)", async () => {
  const unknown = ((_name: string, _options: object, done: (error: Error) => void) =>
    done(Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND" }))) as unknown as Resolve;
  const receiver = await startReceiver();
  const sender = createSender(2_000, unknown);
  for (const name of ["app.localhost", "app.localhost."]) {
    const { status } = await sender.post(receiver.url.replace("127.0.0.1", name), {}, "{}");
    expect([name, status]).toEqual([name, 204]);
  }
  expect((await sender.post(receiver.url.replace("127.0.0.1", "localhost"), {}, "{}")).error).toContain("not known");
  await sender.close();
  await receiver.close();
});

test("Callbacks: an https address where plain http is spoken is told in plain words", async () => {
  const receiver = await startReceiver();
  const sender = createSender(2_000);
  const { error } = await sender.post(receiver.url.replace("http:", "https:"), {}, "{}");
  expect(error).toMatch(
    /^No secure connection could be made \((?:EPROTO|ERR_SSL_\w+)\); does the receiver speak https/,
  );
  await sender.close();
  await receiver.close();
});

test("a receiver counts what it no longer keeps", async () => {
  const receiver = await startReceiver();
  const sender = createSender(20_000);
  for (let count = 0; count < 10_002; count += 501) {
    await Promise.all(Array.from({ length: 501 }, () => sender.post(receiver.url, {}, "{}")));
  }
  expect(await receiver.waitFor(10_002)).toHaveLength(10_000);
  await sender.close();
  await receiver.close();
});

test("Callbacks: Retry-After is seconds or a date, and nonsense is nothing", () => {
  const now = Date.UTC(2026, 0, 1);
  expect(parseRetryAfter("120", now)).toBe(120_000);
  expect(parseRetryAfter("Thu, 01 Jan 2026 00:01:00 GMT", now)).toBe(60_000);
  expect(parseRetryAfter("Wed, 31 Dec 2025 00:00:00 GMT", now)).toBe(0);
  expect(parseRetryAfter("soon", now)).toBeNull();
  expect(parseRetryAfter(null, now)).toBeNull();
});

test("Callbacks: an earlier Retry-After does not shorten the schedule, and after ten attempts none is left", () => {
  expect(nextAttemptAt(0, 2, 1_000)).toBe(5 * 60_000);
  expect(nextAttemptAt(0, 10, null)).toBeNull();
});
