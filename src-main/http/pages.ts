import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";

const STYLE = `
:root { color-scheme: light dark; --ink: #1b1f24; --dim: #59636e; --line: #d8dee4; --paper: #fff; --accent: #2a5bd7; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ec; --dim: #9aa4af; --line: #343b43; --paper: #15181c; --accent: #8fb0ff; }
}
body { font: 15px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 60rem;
  margin: 0 auto; padding: 2rem 1.25rem 4rem; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .75rem; }
h2 { font-size: 1.15rem; margin: 2.5rem 0 .5rem; padding-top: 1rem; border-top: 1px solid var(--line); }
h3 { font: 600 .95rem ui-monospace, monospace; margin: 1.75rem 0 .25rem; }
a { color: var(--accent); } p { margin: .35rem 0; } .dim { color: var(--dim); }
code, pre { font: .875rem ui-monospace, monospace; } pre { padding: .75rem 1rem; border: 1px solid var(--line);
  border-radius: 6px; overflow-x: auto; }
table { border-collapse: collapse; table-layout: fixed; margin: .5rem 0; width: 100%; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--line); }
th:first-child { width: 34%; } th:nth-child(3) { width: 18%; }
th { font-weight: 600; color: var(--dim); }
`;
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/** Pages made here run no script and load nothing. */
const PLAIN_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** The participants' page: its own scripts and this origin only. The app may frame it (the participants' wall). */
export function participantPolicy(appOrigin: string | null): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${appOrigin ?? "'none'"}`,
  ].join("; ");
}

/**
 * A worker lives under the policy that its own script comes with. The one that draws PDFs compiles the decoders that the
 * page hands it (without it a JPEG 2000 picture stays blank), and loads nothing.
 */
export const workerPolicy = "default-src 'none'; script-src 'wasm-unsafe-eval'; frame-ancestors 'none'";

export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** `body` is HTML: every text in it has gone through `escapeHtml`. */
export function htmlPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

export function sendHtml(reply: FastifyReply, status: number, html: string): FastifyReply {
  return reply
    .code(status)
    .header("content-security-policy", PLAIN_POLICY)
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8")
    .send(html);
}
