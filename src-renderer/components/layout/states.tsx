import { CloudOff, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { BridgeError } from "../../../src-shared/bridge/index.ts";
import { Button } from "../controls/button.tsx";
import { ButtonLink } from "../controls/button-link.tsx";
import { MessageText } from "../texts/message-text.tsx";
import { useTranslation } from "../texts/texts.ts";
import "./states.css";

interface EmptyStateProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children?: ReactNode;
}

/** The content of an empty view: what belongs here and how to add it. */
export function EmptyState({ icon: Icon, title, children }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <Icon className="empty-icon" aria-hidden />
      <h2>{title}</h2>
      <div className="empty-text">{children}</div>
    </div>
  );
}

interface ErrorStateProps {
  readonly error: BridgeError;
  readonly title: string;
  readonly onRetry: () => void;
  /** The list of its kind. */
  readonly list?: { readonly href: string; readonly name: string };
}

/** What happened, where, and what to do; with a retry button, or a link away from a missing item. */
export function ErrorState({ error, title, onRetry, list }: ErrorStateProps) {
  const { t } = useTranslation();
  return (
    <div className="empty-state" role="alert">
      {error.code === "not_connected" ? (
        <CloudOff className="empty-icon" aria-hidden />
      ) : (
        <TriangleAlert className="empty-icon tone-bad" aria-hidden />
      )}
      <h2>{title}</h2>
      <p className="empty-text">
        <MessageText text={error.message} />
      </p>
      {list && error.code === "resource_not_found" ? (
        <ButtonLink href={list.href}>{t("shortcuts.goTo", { what: list.name })}</ButtonLink>
      ) : (
        <Button onClick={onRetry}>{t("common.tryAgain")}</Button>
      )}
    </div>
  );
}

/** A placeholder while an answer loads, or the reason why there is none; empty once it has arrived. */
export function Waiting({
  of: { loading, error, reload },
  rows,
  ...words
}: Omit<ErrorStateProps, "error" | "onRetry"> & {
  readonly of: { readonly loading: boolean; readonly error: BridgeError | null; readonly reload: () => void };
  readonly rows?: number;
}) {
  if (error) return <ErrorState {...words} error={error} onRetry={reload} />;
  return loading ? <Loading {...(rows && { rows })} /> : null;
}

/** An outline of rows while the first answer loads. */
export function Loading({ rows = 6 }: { readonly rows?: number }) {
  const { t } = useTranslation();
  return (
    <div className="loading" role="status">
      <span className="visually-hidden">{t("common.loading")}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
        <span key={row} className="loading-row" style={{ width: `${88 - ((row * 17) % 40)}%` }} />
      ))}
    </div>
  );
}
