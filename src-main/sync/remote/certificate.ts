import { isIP } from "node:net";
import { connect } from "node:tls";

/** Codes of an unusable certificate: Node names them in capitals with underscores. */
const CERTIFICATE =
  /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|ERR_TLS_CERT|INVALID_(?:CA|PURPOSE)|CRL_|ERROR_IN_CERT)/;

export const isCertificateCode = (code: string): boolean => CERTIFICATE.test(code);

/** Milliseconds to wait for the certificate. */
const PATIENCE = 5_000;

/**
 * Whom the certificate of a service that was refused names, and for which days, in words [Y14]. Nothing is sent: the
 * connection ends with the certificate. "" where it cannot be had.
 */
export function certificateInWords(origin: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  const host = hostname.replace(/^\[|\]$/g, "");
  // An address of digits is no name to ask for.
  const name = isIP(host) === 0 ? { servername: host } : {};
  return new Promise((settle) => {
    const socket = connect({ host, port: Number(port || 443), ...name, rejectUnauthorized: false });
    const end = (words: string) => {
      socket.destroy();
      settle(words);
    };
    socket.setTimeout(PATIENCE, () => end(""));
    socket.once("error", () => end(""));
    socket.once("secureConnect", () => {
      const { subject, issuer, valid_from, valid_to, subjectaltname } = socket.getPeerCertificate();
      const names = subjectaltname ?? subject?.CN ?? "nobody";
      end(` It is for ${names}, by ${issuer?.CN ?? issuer?.O ?? "nobody"}, valid from ${valid_from} to ${valid_to}.`);
    });
  });
}
