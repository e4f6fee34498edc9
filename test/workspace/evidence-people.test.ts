import { readFileSync } from "node:fs";
import { unzipSync } from "fflate";
import { expect, onTestFinished, test } from "vitest";
import { textOf } from "../documents/poppler.ts";
import { latestCode, smallFlow, uploadPdf } from "../fixtures/small-flow.ts";
import { must, testWorkspace } from "../harness/workspace.ts";

const BOB = `bob: { id_type: full_name, id: Bob Lind, email: bob@example.test, phone_number: "+46701740605", auth_to_sign: { provider: sms_otp, label: code, max_failures: 1 }, auth_to_view: { provider: se_eid, max_failures: 3 } }`;

test("U1: a sealed document names who acted, and tells what they authenticated with to view from what to sign", async () => {
  const workspace = await testWorkspace();
  onTestFinished(workspace.dispose);
  const { host } = workspace;
  const text = smallFlow({ documentId: await uploadPdf(host) }).replace(/bob: \{ id_type.*\}/, BOB);
  const draft = must(await host.drafts.createFromText({ text }));
  const { id } = must(await host.drafts.start(draft.id));
  const bob = { instanceId: id, participant: "bob" };
  const attempt = async (kind: "view" | "sign") => {
    const documents = kind === "view" ? [] : ["contract"];
    const { transactionId } = must(await host.participants.startAuthentication({ ...bob, kind, documents }));
    await host.idle();
    const answer =
      kind === "view" ? { outcome: { outcome: "success" } as const } : { code: latestCode(host, id, "bob") };
    must(await host.participants.checkAuthentication({ ...bob, transactionId, ...answer }));
  };
  await attempt("view");
  await attempt("sign");
  must(await host.participants.sign({ ...bob, document: "contract" }));
  must(await host.participants.sign({ ...bob, participant: "alice", document: "contract" }));
  await host.idle();

  const document = must(host.instances.get(id)).documents[0];
  const { path } = must(await host.documents.blobPath(document?.documentId ?? ""));
  const pdf = readFileSync(path);
  const said = (await textOf(pdf, 1, 99)).replaceAll(/\s+/g, " ");
  expect(said).toContain("signed by Bob Lind, alice");
  expect(said).toContain("alice@example.test");
  for (const part of ["Bob Lind (bob)", "bob@example.test", "+46701740605"]) expect(said).toContain(part);
  expect(said).toContain("bob authenticated with a Swedish electronic ID, to view");
  expect(said).toContain("bob authenticated with a code by SMS, to sign");
  const authentication = said.slice(said.indexOf("Signatures and approvals"), said.indexOf("History"));
  for (const part of ["To sign: a code by SMS", "To view: a Swedish electronic ID"])
    expect(authentication.replaceAll(/\s+/g, " ")).toContain(part.split(" ").slice(0, 2).join(" "));
});

test.each([
  ["a name", "Bob Lind", "Bob Lind"],
  ["one of 10,000 characters, cut as there", `Bob ${"x".repeat(10_000)}`, `Bob ${"x".repeat(196)}`],
])(
  "U5: whoever is played from the app signs with the name that their own page would give: %s",
  async (_, name, typed) => {
    const workspace = await testWorkspace();
    onTestFinished(workspace.dispose);
    const { host } = workspace;
    const text = smallFlow({ documentId: await uploadPdf(host) }).replace(
      /bob: \{ id_type.*\}/,
      `bob: { id_type: full_name, id: ${name}, email: bob@example.test }`,
    );
    const { id } = must(await host.drafts.start(must(await host.drafts.createFromText({ text })).id));
    for (const who of ["bob", "alice"]) must(await host.plays.act(id, `${who} signs contract`));
    await host.idle();
    const bundle: Uint8Array[] = [];
    for await (const piece of must(await host.instances.exportBundle(id)).pieces()) bundle.push(piece);
    const files = Object.entries(unzipSync(Buffer.concat(bundle))).filter(([name]) => name.startsWith("signatures/"));
    expect(files.map(([, bytes]) => Buffer.from(bytes).toString())).toEqual([typed, "alice"]);
  },
);
