import { expect, onTestFinished, test } from "vitest";
import { pkcs12File } from "../fixtures/pkcs12.ts";
import { testBridge } from "../harness/bridge.ts";
import { temporaryFolder } from "../harness/temporary.ts";
import { testWorkspace } from "../harness/workspace.ts";

test("Settings show the seal's certificate, and take the author's own for its password only", async () => {
  const workspace = await testWorkspace();
  onTestFinished(() => workspace.dispose());
  const folder = temporaryFolder("pkcs12");
  onTestFinished(() => folder.remove());
  const bridge = testBridge(workspace.host);
  const shown = async () => (await bridge.call("seal.certificate", {})).certificate;
  const before = await shown();
  expect(before).toMatchObject({ simulated: true, name: expect.stringContaining("SIMULATED") });

  const pkcs12 = pkcs12File(folder.path, "own.p12", "secret").toString("base64");
  expect(await bridge.refusal("seal.useCertificate", { pkcs12, password: "other" })).toContain("this password");
  expect(await bridge.refusal("seal.useCertificate", { pkcs12: "%%", password: "" })).toContain("pkcs12");
  expect(await shown()).toEqual(before);
  const { certificate } = await bridge.call("seal.useCertificate", { pkcs12, password: "secret" });
  expect(certificate).toMatchObject({ name: "Lind & Partners AB", simulated: false });
  expect(await shown()).toEqual(certificate);
  await bridge.call("seal.resetCertificate", {});
  expect(await shown()).toBeNull();
});
