import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { pkcs12File } from "../fixtures/pkcs12.ts";
import { countersign } from "../harness/command.ts";
import { temporaryFolder } from "../harness/temporary.ts";
import { testWorkspace } from "../harness/workspace.ts";

test("a workspace's certificate is shown, exported, replaced by the author's own, and reset", async () => {
  const folder = temporaryFolder("certificate");
  onTestFinished(() => folder.remove());
  const workspace = await testWorkspace();
  onTestFinished(() => workspace.dispose());
  await workspace.host.close();
  const dir = workspace.host.dir;
  const at = (name: string) => path.join(folder.path, name);
  const certificate = (...args: string[]) => countersign(["certificate", ...args, "--workspace", dir]);

  const first = await certificate("show");
  expect(first.out).toMatch(
    /^Name: Countersign SIMULATED seal \(.+\) \(SIMULATED\)\nIssuer: .+\nValid: .+ to .+\nSHA-256: [\da-f]{64}\n$/,
  );

  pkcs12File(folder.path, "own.p12", "en lång fras");
  writeFileSync(at("password"), "en lång fras\n");
  const wrong = await certificate("use", at("own.p12"));
  expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining("does not open with this password") });
  expect(await certificate("show")).toEqual(first);
  expect(await certificate("use", at("password"))).toEqual({
    code: 2,
    out: "",
    err: `${at("password")}: The file is not a PKCS#12 file: choose a .p12 or .pfx file.\n`,
  });
  const used = await certificate("use", at("own.p12"), "--password-file", at("password"));
  expect(used).toMatchObject({ code: 0, out: expect.stringContaining("Name: Lind & Partners AB\n") });

  expect(await certificate("export", at("seal.pem"))).toMatchObject({ code: 0 });
  expect(readFileSync(at("seal.pem"), "utf8")).toMatch(
    /^-----BEGIN CERTIFICATE-----\n[^-]+-----END CERTIFICATE-----\n$/,
  );
  const over = await certificate("export", at("seal.pem"));
  expect(over).toMatchObject({ code: 2, err: expect.stringContaining("is there already") });

  expect(await certificate("reset")).toMatchObject({ code: 0 });
  expect(await certificate("show")).toMatchObject({
    code: 2,
    err: expect.stringContaining("its first seal makes one"),
  });
  expect(existsSync(path.join(dir, "seal-certificate.json"))).toBe(false);
});
