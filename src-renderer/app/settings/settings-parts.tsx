import { Copy } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton, useTranslation } from "../../components/index.ts";
import { copy } from "../notices/notify.ts";
import "./settings.css";

/** One subject of Settings: a heading, a sentence, and rows or whatever `below` holds. */
export function Section({
  title,
  hint,
  action,
  children,
}: {
  readonly title: string;
  readonly hint?: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className="settings-section">
      <header className="settings-head">
        <h2>{title}</h2>
        {action}
      </header>
      {hint && <p className="soft settings-hint">{hint}</p>}
      <dl className="settings-rows">{children}</dl>
    </section>
  );
}

export function Row({
  name,
  hint,
  children,
}: {
  readonly name: ReactNode;
  readonly hint?: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="settings-row">
      <dt>
        {name}
        {hint && <span className="settings-row-hint">{hint}</span>}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A value with a button that copies it; a covered one shows that there is something, and no more. */
export function Copyable({
  text,
  what,
  covered,
}: {
  readonly text: string;
  readonly what: string;
  readonly covered?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <span className="copyable">
      <code>{covered ? "•".repeat(16) : text}</code>
      <IconButton icon={Copy} label={t("common.copy", { what })} onClick={() => void copy(text, what)} />
    </span>
  );
}
