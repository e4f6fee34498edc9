import { percentDecoded } from "../../../src-shared/basics/index.ts";
import { isLoopbackName } from "../../callbacks/index.ts";

/** The variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A proxy that the environment names. */
export interface ProxyServer {
  /** The variable that names it. */
  readonly variable: string;
  /** Its name and port, as messages tell it: without credentials. */
  readonly place: string;
  readonly hostname: string;
  readonly port: number;
  /** Whether it is spoken to by https. */
  readonly secure: boolean;
  /** The header with its credentials; null: the variable has none. */
  readonly authorization: string | null;
}

/** The variable holds no usable proxy. Its value may hold a password, so no message shows it. */
export class NoProxyAddress extends Error {
  constructor(variable: string, wrong: "address" | "path" = "address") {
    super(
      wrong === "path"
        ? `${variable} has more than the address of a proxy, such as a path: leave only its host and port, such as http://proxy.example:8080, and start Countersign again.`
        : `${variable} must be the address of an http or https proxy, such as http://proxy.example:8080: correct it, and start Countersign again.`,
    );
  }
}

/** Those for https; every account elsewhere than on this machine speaks it. As undici has it, the last two stand in. */
const VARIABLES = [
  ["https_proxy", "HTTPS_PROXY"],
  ["http_proxy", "HTTP_PROXY"],
] as const;

/** The proxy by which a host is reached; null: none. @throws NoProxyAddress */
export function proxyFor(hostname: string, port: number, environment: Environment): ProxyServer | null {
  if (isLoopbackName(plain(hostname)) || isExempt(hostname, port, environment.no_proxy ?? environment.NO_PROXY ?? ""))
    return null;
  for (const names of VARIABLES) {
    const variable = names.find((name) => environment[name] !== undefined);
    const value = variable === undefined ? "" : (environment[variable] ?? "").trim();
    if (variable !== undefined && value !== "") return proxyOf(variable, value);
  }
  return null;
}

const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
/** A name and a port, perhaps after credentials, as curl takes them. */
const HOST_AND_PORT = /^(?:[^@/]*@)?(?:\[[0-9a-f:.]+\]|[^\s:/@?#[\]]+):\d+\/?$/i;

function proxyOf(variable: string, value: string): ProxyServer {
  const url = URL.parse(HAS_SCHEME.test(value) ? value : HOST_AND_PORT.test(value) ? `http://${value}` : "");
  if (url === null || !/^https?:$/.test(url.protocol)) throw new NoProxyAddress(variable);
  // Often the address of a file that says which proxy to use: a server of such files is no proxy.
  if (`${url.pathname}${url.search}${url.hash}` !== "/") throw new NoProxyAddress(variable, "path");
  const secure = url.protocol === "https:";
  const port = Number(url.port || (secure ? 443 : 80));
  const { username, password } = url;
  const login = Buffer.from(`${percentDecoded(username)}:${percentDecoded(password)}`).toString("base64");
  return {
    ...{ variable, place: `${url.hostname}:${port}`, hostname: bare(url.hostname), port, secure },
    authorization: username === "" ? null : `Basic ${login}`,
  };
}

/** An address without the brackets that stand around it in a URL. */
export const bare = (hostname: string): string => hostname.replace(/^\[(.+)\]$/, "$1");

/** Whether a list such as `internal.example, .corp:8443, *` names a host. */
function isExempt(hostname: string, port: number, list: string): boolean {
  const host = plain(hostname);
  return list
    .split(/[,\s]+/)
    .filter((entry) => entry !== "")
    .some((entry) => {
      // An address of digits has colons of its own: only in brackets has it a port.
      const [, name = entry, only] = /^(\[.+\]|[^:]+):(\d+)$/.exec(entry) ?? [];
      if (only !== undefined && Number(only) !== port) return false;
      if (name === "*") return true;
      const wanted = plain(name.replace(/^\*?\./, ""));
      return (!name.startsWith("*") && host === wanted) || host.endsWith(`.${wanted}`);
    });
}

const plain = (name: string): string => bare(name).replace(/\.$/, "").toLowerCase();
