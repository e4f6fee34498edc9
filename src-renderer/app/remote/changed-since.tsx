import { marksShown } from "../../../src-shared/basics/index.ts";
import type { ConfirmedPart } from "../../../src-shared/sync/index.ts";
import { useTranslation } from "../../components/index.ts";
import "./recipients.css";

interface Props {
  readonly changed: readonly ConfirmedPart[];
  /** The current address of the account's service. */
  readonly address: string | null;
  /** A link to the content, and its text. */
  readonly look: { readonly href: string; readonly text: string };
  readonly onLeave: () => void;
}

/** Names the changes since the author looked, until they confirm again [Y10]. */
export function ChangedSince({ changed, address, look, onLeave }: Props) {
  const { t } = useTranslation();
  if (changed.length === 0) return null;
  const shown = marksShown(address ?? "");
  return (
    <section className="changed-since" role="status" aria-label={t("remoteRuns.changedSince.title")}>
      <h3>{t("remoteRuns.changedSince.title")}</h3>
      <ul>
        {changed.map((part) => (
          <li key={part}>{t(`remoteRuns.changedSince.${part}`, { address: shown })}</li>
        ))}
      </ul>
      {changed.some((part) => part === "flow" || part === "acts") && (
        <a href={look.href} onClick={onLeave}>
          {look.text}
        </a>
      )}
    </section>
  );
}
