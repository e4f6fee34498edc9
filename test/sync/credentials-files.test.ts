import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { RemoteError } from "../../src-main/sync/remote/remote-error.ts";
import { withoutSecrets } from "../../src-main/sync/remote/secrets.ts";
import { readCredentials } from "../../src-shared/sync/index.ts";
import { countersign } from "../harness/command.ts";
import { temporaryFolder } from "../harness/temporary.ts";
import { openService } from "../service/harness.ts";

const KEYS = { apitoken: "a", apisecret: "b", accesstoken: "c", accesssecret: "d" };

test("Y14: spaces and line ends around a credential, as copying leaves them, are no part of it", () => {
  const padded = Object.fromEntries(Object.entries(KEYS).map(([name, value]) => [name, ` ${value}\n`]));
  expect(readCredentials(JSON.stringify(padded))).toEqual(KEYS);
  expect(readCredentials(JSON.stringify({ ...KEYS, apitoken: "a b" }))).toBeNull();
  expect(readCredentials(JSON.stringify({ ...KEYS, apitoken: " " }))).toBeNull();
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
