import type { OAuthClaim } from "../../src-shared/service/index.ts";
import { hostOf, isLoopbackName } from "../callbacks/index.ts";
import { fail } from "../host/index.ts";
import type { RemoteAccountRow } from "../store/index.ts";
import type { Workspace } from "../workspace/index.ts";
import { claimStored } from "./connect.ts";

/** An address by what it leads to: this machine has many names. */
export function placeOf(url: string): string {
  const host = hostOf(url) ?? "";
  const { protocol, port, pathname } = new URL(url);
  const name = isLoopbackName(host) ? "this machine" : host;
  return `${protocol} ${name} ${port} ${decodeURI(pathname).replaceAll(/\/+/g, "/").replace(/\/$/, "")}`;
}

/** The refusal of a second account of one service with the same credentials; null: there is none. @param except its own key */
export function twinProblem(
  workspace: Workspace,
  baseUrl: string,
  claim: OAuthClaim,
  except: string | null = null,
): ReturnType<typeof fail> | null {
  const place = placeOf(baseUrl);
  const isTwin = ({ key, baseUrl: other }: RemoteAccountRow): boolean => {
    if (key === except || placeOf(other) !== place) return false;
    const known = claimStored(workspace, key);
    return known !== null && known.apitoken === claim.apitoken && known.accesstoken === claim.accesstoken;
  };
  const twin = workspace.reads.remotes.accounts().find(isTwin);
  if (twin === undefined) return null;
  return fail(
    "conflict_error",
    `The remote account “${twin.name}” is this one already: it has the same service (${twin.baseUrl}) and the same credentials. Use that one.`,
    { field: "url" },
  );
}
