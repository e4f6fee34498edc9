import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { RemoteError } from "../../src-main/sync/remote/remote-error.ts";
import { withoutSecrets } from "../../src-main/sync/remote/secrets.ts";
import { readCredentials } from "../../src-shared/sync/index.ts";
import { countersign } from "../harness/command.ts";
import { temporaryFolder } from "../harness/temporary.ts";
import { must } from "../harness/workspace.ts";
import { openService } from "../service/harness.ts";
import type { Asked } from "./fault-proxy.ts";
import { openRig } from "./rig.ts";

const KEYS = { apitoken: "a", apisecret: "b", accesstoken: "c", accesssecret: "d" };

test("Y14: spaces and line ends around a credential, as copying leaves them, are no part of it", () => {
  const padded = Object.fromEntries(Object.entries(KEYS).map(([name, value]) => [name, ` ${value}\n`]));
  expect(readCredentials(JSON.stringify(padded))).toEqual({ credentials: KEYS });
  const login = { email: " asa@example.test\n", password: " p " };
  expect(readCredentials(JSON.stringify(login))).toEqual({
    credentials: { email: "asa@example.test", password: " p " },
  });
});

test("Y14: each value of a file of credentials that cannot be used is named with what is wrong, and not shown", () => {
  const wrong = (json: unknown) => {
    const read = readCredentials(typeof json === "string" ? json : JSON.stringify(json));
    return read.credentials ?? read.wrong;
  };
  expect(wrong({ ...KEYS, apitoken: "a b", apisecret: 4711, accesstoken: " ", accesssecret: ["d"] })).toEqual([
    { key: "apitoken", wrong: "characters" },
    { key: "apisecret", wrong: "no_text" },
    { key: "accesstoken", wrong: "empty" },
    { key: "accesssecret", wrong: "no_text" },
  ]);
  expect(wrong({ apitoken: "x".repeat(1_001), apisecret: null, accesstoken: "c" })).toEqual([
    { key: "apitoken", wrong: "long" },
    { key: "apisecret", wrong: "no_text" },
    { key: "accesssecret", wrong: "missing" },
  ]);
  expect(wrong({ email: 5 })).toEqual([
    { key: "email", wrong: "no_text" },
    { key: "password", wrong: "missing" },
  ]);
  // A login that stands beside broken strings is not taken in their place: it would end the strings that hold.
  expect(wrong({ ...KEYS, apitoken: "", email: "asa@example.test", password: "p" })).toEqual([
    { key: "apitoken", wrong: "empty" },
  ]);
  for (const none of ["{", "[]", "null", '"text"', "{}", ""]) expect(wrong(none)).toEqual([]);
});

test("Y14: the command line names what is wrong in a file of credentials, and prints no value", async () => {
  using folder = temporaryFolder("odd-credentials");
  const file = path.join(folder.path, "bank.json");
  const [workspace, odd] = [path.join(folder.path, "workspace"), { ...KEYS, apitoken: 471_147, apisecret: "se cret" }];
  writeFileSync(file, JSON.stringify({ ...odd, email: "asa@example.test" }), { mode: 0o600 });
  const added = await countersign([
    "account",
    "add",
    "Bank",
    "--url",
    "http://127.0.0.1:9",
    "--credentials",
    file,
    "--workspace",
    workspace,
  ]);
  expect(added).toMatchObject({
    code: 2,
    err: expect.stringContaining(
      `${file} does not hold credentials: “apitoken” must be a text in quotes; “apisecret” has a space or another character that no credential has. Correct it, and try again.`,
    ),
  });
  const served = await countersign(["serve", "--credentials", file, "--workspace", workspace]);
  expect(served).toMatchObject({
    code: 2,
    err: expect.stringContaining(
      `${file} does not hold credentials (“apitoken” must be a text in quotes): put the file`,
    ),
  });
  expect(`${added.err}${served.err}`).not.toMatch(/471|se cret/);
});

test("Y14: a file of credentials is read as editors of other systems save it", async () => {
  const service = await openService();
  onTestFinished(() => service.close());
  const folder = temporaryFolder("credentials");
  onTestFinished(() => folder.remove());
  const [file, workspace] = [path.join(folder.path, "bank.json"), path.join(folder.path, "workspace")];
  const add = (name: string, bytes: Buffer) => {
    writeFileSync(file, bytes, { mode: 0o600 });
    return countersign([
      "account",
      "add",
      name,
      "--url",
      service.baseUrl,
      "--credentials",
      file,
      "--workspace",
      workspace,
    ]);
  };
  const json = JSON.stringify(service.credentials, null, 1).replaceAll("\n", "\r\n");
  for (const bytes of [Buffer.from(`\ufeff${json}`), Buffer.from(`\ufeff${json}`, "utf16le")]) {
    expect(await add("Bank", bytes)).toMatchObject({ code: 0, err: "" });
    expect(await countersign(["account", "remove", "Bank", "--workspace", workspace])).toMatchObject({ code: 0 });
  }
  const empty = await add("Bank", Buffer.alloc(0));
  expect(empty).toMatchObject({ code: 2, err: expect.stringMatching(/bank\.json does not hold credentials/) });
});

test("Y14: a secret of few characters is left out of an error as a word, and not out of other words", () => {
  const told = (message: string, secret: string) =>
    withoutSecrets(new RemoteError("refused", message), [secret]).message;
  const sentence = "The service does not take these credentials (401): check them.";
  for (const short of ["a", "c", "s.", "vice", "("]) {
    expect(told(`${sentence} It was given oauth_token="${short}".`, short)).toBe(
      `${sentence} It was given oauth_token="…".`,
    );
  }
  expect(told('It was given "oauth_tokenlong-secret".', "long-secret")).toBe('It was given "oauth_token…".');
});

test("Y14: an account that gets new credentials during a sync is not stopped where the old ones are refused", async () => {
  const remote = await openService();
  onTestFinished(() => remote.close());
  const { accesstoken } = remote.credentials;
  const real = (header: unknown) => String(header).replace("new-token", accesstoken);
  const rig = await openRig({
    remote,
    disguise: {
      request: ({ headers, ...asked }) => ({
        ...asked,
        headers: { ...headers, authorization: real(headers.authorization) },
      }),
      answer: (_asked, answer) => answer,
    },
  });
  const [begun, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const isOld = ({ headers, path }: Asked) =>
    path.startsWith("/flow/drafts") && !String(headers.authorization).includes("new-token");
  rig.proxy.fault = (asked) => (isOld(asked) ? { status: 401 } : null);
  rig.proxy.before = async (asked) => {
    if (!isOld(asked)) return;
    begun.resolve();
    await free.promise;
  };
  const syncing = rig.sync();
  await begun.promise;
  must(await rig.host.sync.check("Bank", { ...remote.credentials, accesstoken: "new-token" }));
  free.resolve();
  expect((await syncing).refused).toMatchObject([{ what: "Bank" }]);
  expect(rig.host.sync.accounts()[0]?.stopped).toBeNull();
  expect(await rig.sync()).toMatchObject({ refused: [], unreachable: null });
});
