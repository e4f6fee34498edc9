import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { protocol } from "electron";
import { type FoundFile, fileHeaders, NO_FILE, policyOf } from "../bridge/index.ts";
import type { ShownApp } from "../read-only-app.ts";
import { HOST, SCHEME } from "./navigation.ts";

/** The window's pages: the built renderer and the workspace's files, on an origin of their own. */

const FILES = "/bridge/files/";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html;charset=utf-8",
  ".js": "text/javascript;charset=utf-8",
  ".mjs": "text/javascript;charset=utf-8",
  ".css": "text/css;charset=utf-8",
  ".json": "application/json;charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".ttf": "font/ttf",
  ".wasm": "application/wasm",
};

/** Makes `app:` an origin with the web's usual rules. Electron wants this before it is ready. */
export function declareScheme(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, stream: true };
  protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges }]);
}

/** @param file resolves a path such as `documents/1001.pdf`; null when there is no such file. */
export function servePages(rendererDir: string, { file, framed }: Pick<ShownApp, "file" | "framed">): void {
  protocol.handle(SCHEME, async ({ url, method }) => {
    const { host, pathname } = new URL(url);
    if (host !== HOST || method !== "GET") return text(404, "There is nothing at this address.");
    if (pathname.startsWith(FILES)) return sendFile(await file(pathname.slice(FILES.length)));
    return sendPage(rendererDir, pathname, framed);
  });
}

async function sendFile(found: FoundFile): Promise<Response> {
  if (found === null) return text(404, NO_FILE);
  return "problem" in found ? text(500, found.problem) : stream(found.open(), fileHeaders(found));
}

async function sendPage(rendererDir: string, pathname: string, framed: readonly string[]): Promise<Response> {
  const wanted = path.join(rendererDir, path.normalize(decodeURIComponent(pathname)));
  const inside = wanted.startsWith(rendererDir + path.sep);
  const type = TYPES[path.extname(wanted)];
  // A deep link of the app, such as /instances/…, is the app itself.
  const page = inside && type !== undefined ? wanted : path.join(rendererDir, "index.html");
  const found = await stat(page).catch(() => null);
  if (!found?.isFile()) return text(404, "There is nothing at this address.");
  return stream(createReadStream(page), {
    "content-type": TYPES[path.extname(page)] ?? "application/octet-stream",
    "content-security-policy": policyOf(pathname, framed),
  });
}

function stream(file: Readable, headers: Readonly<Record<string, string>>): Response {
  return new Response(Readable.toWeb(file), {
    headers: { ...headers, "x-content-type-options": "nosniff", "cache-control": "no-store" },
  });
}

const text = (status: number, sentence: string): Response =>
  new Response(sentence, { status, headers: { "content-type": "text/plain;charset=utf-8" } });
