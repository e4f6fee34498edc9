import { StandingChip, useCall } from "../../app/index.ts";
import { useSession } from "../session/use-session.ts";

/** How the flow stands with its remote account; nothing where it has none [Y17]. */
export function FlowStanding() {
  const { draft } = useSession();
  const standing = useCall("sync.drafts.get", { draftId: draft.id }, ["draft", "account"]).value?.standing ?? null;
  return standing && <StandingChip standing={standing} />;
}
