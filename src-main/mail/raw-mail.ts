import type { RenderedMail } from "../host/index.ts";
import type { MailRow } from "../store/index.ts";
import { accessLink, type Workspace } from "../workspace/index.ts";
import { renderMail, toEml } from "./render.ts";

/** What a message is filled in from. */
export type MailParts = Pick<Workspace, "vault" | "baseUrl" | "documents"> & {
  readonly reads: Pick<Workspace["reads"], "links">;
};

/** The message with its link and its code. */
export function rendered(parts: MailParts, row: MailRow): RenderedMail {
  const code = row.codeRef === null ? null : parts.vault.get(row.codeRef);
  return renderMail(row, linkOf(parts, row), code);
}

/** RFC 5322 bytes, with attachments: the same for the author's download and for a server. */
export async function rawMail(parts: MailParts, row: MailRow): Promise<Uint8Array> {
  const read = ({ name, sha256 }: MailRow["attachments"][number]) =>
    parts.documents.blobs.read(sha256).then((bytes) => ({ name, bytes }));
  return toEml(rendered(parts, row), await Promise.all(row.attachments.map(read)));
}

function linkOf(parts: MailParts, { instanceId, participant, kind }: MailRow): string | null {
  if (kind === "code") return null;
  const link = parts.reads.links.ofInstance(instanceId).find((candidate) => candidate.participant === participant);
  return link === undefined ? null : accessLink(parts, link);
}
