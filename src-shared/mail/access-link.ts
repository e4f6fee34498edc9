/** The parts of an access link below the service's address. */
interface LinkParts {
  readonly instanceId: string;
  readonly participantId: string;
  readonly secret: string;
}

/** The url that opens a participant's page. @param baseUrl of the service, without a slash at its end */
export function accessLinkOn(baseUrl: string, { instanceId, participantId, secret }: LinkParts): string {
  return `${baseUrl}/flow/overview/${instanceId}/${participantId}/${secret}`;
}

/** A link that opens nothing and is as long as a real one, so that a preview breaks lines where the message will. */
export function sampleLink(baseUrl: string): string {
  return accessLinkOn(baseUrl, {
    instanceId: "01900000-0000-7000-8000-000000000000",
    participantId: "5001",
    secret: "access-link-of-the-participant".padEnd(43, "-"),
  });
}
