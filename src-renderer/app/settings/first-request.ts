import type { OutputOf } from "../../../src-shared/bridge/index.ts";
import { shellWord } from "../../components/index.ts";

type Credentials = OutputOf<"service.credentials.list">["items"][number];

export const LANGUAGES_OF_REQUESTS = ["curl", "TypeScript", "Python"] as const;

/**
 * A complete program that lists the author's drafts, as a start for an integration: the header is OAuth 1.0 PLAINTEXT
 * [interface 2.10]. It contains the secrets in clear text; the page says so.
 */
export function firstRequest(
  language: (typeof LANGUAGES_OF_REQUESTS)[number],
  baseUrl: string,
  credentials: Credentials,
): string {
  const url = new URL("/flow/drafts", baseUrl).href;
  const header = authorization(credentials);
  switch (language) {
    case "curl":
      return `curl --fail-with-body --header ${shellWord(`Authorization: ${header}`)} ${shellWord(url)}\n`;
    case "TypeScript":
      return [
        `const response = await fetch(${JSON.stringify(url)}, {`,
        `  headers: { authorization: ${JSON.stringify(header)} },`,
        "});",
        "if (!response.ok) throw new Error(await response.text());",
        "console.log(await response.json());",
        "",
      ].join("\n");
    case "Python":
      return [
        "import json, urllib.request",
        "",
        `request = urllib.request.Request(${JSON.stringify(url)}, headers={"Authorization": ${JSON.stringify(header)}})`,
        "with urllib.request.urlopen(request) as response:",
        "    print(json.load(response))",
        "",
      ].join("\n");
  }
}

function authorization({ apitoken, apisecret, accesstoken, accesssecret }: Credentials): string {
  const values = {
    oauth_signature_method: "PLAINTEXT",
    oauth_consumer_key: apitoken,
    oauth_token: accesstoken,
    oauth_signature: `${apisecret}&${accesssecret}`,
  };
  const pairs = Object.entries(values).map(([name, value]) => `${name}="${encodeURIComponent(value)}"`);
  return `OAuth ${pairs.join(", ")}`;
}
