import { isIP, type Socket } from "node:net";
import { connect, type PeerCertificate } from "node:tls";

/** Codes of an unusable certificate: Node names them in capitals with underscores. */
const CERTIFICATE =
  /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|ERR_TLS_CERT|INVALID_(?:CA|PURPOSE)|CRL_|ERROR_IN_CERT)/;

export const isCertificateCode = (code: string): boolean => CERTIFICATE.test(code);

/** Milliseconds to wait for the certificate. */
const PATIENCE = 5_000;

/** Names of a certificate that are told. */
const MOST_NAMES = 4;

type Peer = Pick<PeerCertificate, "subject" | "issuer" | "valid_from" | "valid_to" | "subjectaltname">;

/**
 * Why a service's certificate was refused, with its names and dates, and what to do [Y14].
 * @param reach connects to the service the same way as the refused request
 */
export async function certificateRefusal(origin: string, code: string, reach: () => Promise<Socket>): Promise<string> {
  const socket = await reach().catch(() => null);
  return refusalOf(new URL(origin).host, code, socket === null ? null : await certificateOf(origin, socket));
}

/** @param peer null: the certificate could not be had */
export function refusalOf(host: string, code: string, peer: Peer | null): string {
  if (peer === null)
    return `The certificate of ${host} is not trusted (${code}). Ask who runs the service, or add its issuer to the certificates of this machine and restart Countersign.`;
  const [from, to] = [peer.valid_from, peer.valid_to].map(day);
  const names = namesOf(peer);
  if (code === "CERT_HAS_EXPIRED")
    return `The certificate of ${host} expired on ${to}. Ask who runs the service for a new one, and check this machine's clock.`;
  if (code === "CERT_NOT_YET_VALID")
    return `The certificate of ${host} is valid from ${from} only. Ask who runs the service, and check this machine's clock.`;
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID" || code === "HOSTNAME_MISMATCH")
    return `The certificate of ${host} is for ${names}: check the address, and ask who runs the service.`;
  const issuer = peer.issuer?.CN ?? peer.issuer?.O ?? "nobody";
  return `The certificate of ${host} is not trusted (${code}). It is for ${names}, issued by ${issuer}, and valid from ${from} to ${to}. Ask who runs the service, or add its issuer to the certificates of this machine and restart Countersign.`;
}

/** `DNS:bank.example, IP Address:10.0.0.1` without the kinds. */
function namesOf({ subject, subjectaltname }: Peer): string {
  const names = [subjectaltname ?? subject?.CN ?? "nobody"]
    .flat()
    .flatMap((text) => text.split(", "))
    .map((name) => name.replace(/^[A-Za-z ]+:/, ""));
  const left = names.length - MOST_NAMES;
  return `${names.slice(0, MOST_NAMES).join(", ")}${left > 0 ? ` (+${left})` : ""}`;
}

/** `Nov 29 20:58:23 2026 GMT` as 2026-11-29. */
function day(given: string): string {
  const instant = Date.parse(given);
  return Number.isNaN(instant) ? given : new Date(instant).toISOString().slice(0, 10);
}

/** The certificate of a service that was refused. Nothing is sent: the connection ends with the certificate. */
function certificateOf(origin: string, reached: Socket): Promise<Peer | null> {
  const host = new URL(origin).hostname.replace(/^\[|\]$/g, "");
  // An address of digits is no name to ask for.
  const name = isIP(host) === 0 ? { servername: host } : {};
  return new Promise((settle) => {
    const socket = connect({ socket: reached, ...name, rejectUnauthorized: false });
    const end = (peer: Peer | null) => {
      socket.destroy();
      reached.destroy();
      settle(peer);
    };
    socket.setTimeout(PATIENCE, () => end(null));
    socket.once("error", () => end(null)).once("close", () => end(null));
    socket.once("secureConnect", () => end(socket.getPeerCertificate()));
  });
}
