import type { Participant } from "../../../src-shared/language/index.ts";
import { accessLinkOn } from "../../../src-shared/mail/index.ts";
import { inLines, type LinkRow, type StoreWrites } from "../../store/index.ts";
import { hashSecret, randomSecret } from "../secrets/index.ts";
import type { Workspace } from "../workspace.ts";

/** Makes access links: the hash opens the page, the encrypted secret is shown to the author (law 9). */
export function makeLinks(
  workspace: Pick<Workspace, "vault">,
  tx: StoreWrites,
  instanceId: string,
  participants: readonly (Participant & { readonly participantId: string })[],
): void {
  for (const { name, participantId, id, email, phoneNumber } of participants) {
    const secret = randomSecret();
    tx.links.put({
      instanceId,
      participant: name,
      participantId,
      secretHash: hashSecret(secret),
      sealedSecret: workspace.vault.seal(secret),
      person: inLines(name, id, email, phoneNumber),
    });
  }
}

/** The url that opens a participant's page; only the path if the service's address is unknown. */
export function accessLink(workspace: Pick<Workspace, "vault" | "baseUrl">, link: LinkRow): string {
  const secret = workspace.vault.reveal(link.sealedSecret);
  return accessLinkOn(workspace.baseUrl() ?? "", { ...link, secret });
}

const NEXT_PARTICIPANT = "participants.next";
const FIRST_PARTICIPANT = 5001;

/** Digits, never used twice in a workspace. */
export function takeParticipantIds(tx: StoreWrites, count: number): readonly string[] {
  const next = Number(tx.settings.get(NEXT_PARTICIPANT) ?? FIRST_PARTICIPANT);
  tx.settings.set(NEXT_PARTICIPANT, String(next + count));
  return Array.from({ length: count }, (_, index) => String(next + index));
}
