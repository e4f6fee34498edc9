import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EMAIL, openService, PASSWORD, type TestService, value } from "../service/harness.ts";
import { CLIENTS, clientsInstalled, runClient } from "./installed.ts";

const SIGNING_SECRET = `whsec_${Buffer.alloc(32, "countersign").toString("base64")}`;
const DOCUMENT = ".cache/openapi.json";

describe.skipIf(!clientsInstalled())(
  "clients that nobody here wrote (skipped: run npm test, or npm ci --prefix test/clients)",
  () => {
    let to: TestService;
    beforeAll(async () => {
      to = await openService();
      value(await to.host.callbacks.setSigningSecret(SIGNING_SECRET));
      mkdirSync(path.join(CLIENTS, ".cache"), { recursive: true });
      const { text } = await to.nobody.ask(200, "GET", "/flow/documentation/openapi.json");
      writeFileSync(path.join(CLIENTS, DOCUMENT), text);
    });
    afterAll(() => to.close());

    test("Redocly's linter finds no error and no warning in the OpenAPI document", { timeout: 60_000 }, async () => {
      const env = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
      const args = ["lint", "--config", "redocly.yaml", "--format", "json", DOCUMENT];
      const { code, out, all } = await runClient("node_modules/@redocly/cli/bin/cli.js", args, env);
      const { totals, problems } = JSON.parse(out) as { totals: object; problems: readonly object[] };
      expect(problems, all).toEqual([]);
      expect(totals).toMatchObject({ errors: 0, warnings: 0 });
      expect(code).toBe(0);
    });

    test("a client generated from the document compiles, signs with oauth-1.0a, and plays a flow to its end", {
      timeout: 120_000,
    }, async () => {
      const generated = await runClient("node_modules/openapi-typescript/bin/cli.js", [
        DOCUMENT,
        "--output",
        ".cache/api.d.ts",
      ]);
      expect(generated.code, generated.all).toBe(0);
      const compiled = await runClient("node_modules/typescript/bin/tsc", ["--project", "tsconfig.json"]);
      expect(compiled.code, compiled.all).toBe(0);
      const pdf = path.resolve(CLIENTS, "../../resources/examples/nda/Mutual Non-Disclosure Agreement.pdf");
      const env = { BASE_URL: to.baseUrl, EMAIL, PASSWORD, SIGNING_SECRET, PDF: pdf };
      const played = await runClient("programs/play-flow.ts", [], env);
      expect(played.code, played.all).toBe(0);
      expect(JSON.parse(played.out)).toEqual({
        status: "completed",
        pending: 0,
        missing: "resource_not_found",
        // What the standardwebhooks package did not verify.
        refused: [],
        events: ["email", "email", "completed"],
      });
    });

    test("nothing of it was an error of the service", () => {
      expect(to.log.filter(({ level }) => level === "error")).toEqual([]);
    });
  },
);
