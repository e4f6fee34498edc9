import { Tooltip } from "@base-ui/react/tooltip";
import type { LucideIcon } from "lucide-react";
import type { ButtonHTMLAttributes, ReactElement, ReactNode, Ref } from "react";
import { useTranslation } from "react-i18next";
import { mac } from "../basics/mac.ts";
import { shortcutLabel } from "../basics/shortcuts.ts";
import { useReadOnly } from "./read-only.ts";

type Look = "plain" | "primary" | "ghost" | "danger";

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "disabled"> {
  readonly look?: Look;
  readonly icon?: LucideIcon;
  readonly busy?: boolean;
  /** Why it cannot be used now. The button stays focusable, so that the reason can be read. */
  readonly blocked?: string | null | undefined;
  readonly shortcut?: string | undefined;
  /** It changes the workspace: blocked in a read-only one. */
  readonly writes?: boolean | undefined;
  readonly children: ReactNode;
}

export function Button({
  look = "plain",
  icon: Icon,
  busy,
  blocked: cannot,
  shortcut,
  writes,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const readOnly = useReadOnly();
  const blocked = (writes ? readOnly : null) ?? cannot;
  const inert = Boolean(blocked) || Boolean(busy);
  const button = (
    <button
      type="button"
      {...rest}
      className={`button button-${look}`}
      aria-disabled={inert || undefined}
      aria-busy={busy || undefined}
      onClick={inert ? undefined : onClick}
    >
      {Icon && <Icon className="icon" aria-hidden />}
      <span className="button-label">{children}</span>
    </button>
  );
  if (!blocked && !shortcut) return button;
  return (
    <Tip text={blocked ?? ""} shortcut={shortcut}>
      {button}
    </Tip>
  );
}

interface IconButtonProps
  extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children" | "aria-label" | "disabled"> {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly shortcut?: string | undefined;
  readonly blocked?: string | null | undefined;
  readonly ref?: Ref<HTMLButtonElement>;
  /** As a `Button`'s. */
  readonly writes?: boolean | undefined;
}

/** A button without words on it: the label is its name and its tooltip. */
export function IconButton({
  icon: Icon,
  label,
  shortcut,
  blocked: cannot,
  writes,
  onClick,
  ...rest
}: IconButtonProps) {
  const readOnly = useReadOnly();
  const blocked = (writes ? readOnly : null) ?? cannot;
  return (
    <Tip text={blocked ? `${label}: ${blocked}` : label} shortcut={shortcut}>
      <button
        type="button"
        {...rest}
        className="icon-button"
        aria-label={label}
        aria-disabled={Boolean(blocked) || undefined}
        onClick={blocked ? undefined : onClick}
      >
        <Icon className="icon" aria-hidden />
      </button>
    </Tip>
  );
}

/** A tooltip; what it says is also the element's description. */
export function Tip({
  text,
  shortcut,
  children,
}: {
  readonly text: string;
  readonly shortcut?: string | undefined;
  readonly children: ReactElement<Record<string, unknown>>;
}) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger render={children} aria-description={text === "" ? undefined : text} />
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} className="tooltip-positioner">
          <Tooltip.Popup className="tooltip">
            {text}
            {shortcut && <Keys shortcut={shortcut} />}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

export function Keys({ shortcut }: { readonly shortcut: string }) {
  const { t } = useTranslation();
  return <kbd className="keys">{shortcutLabel(shortcut, mac, t("shortcuts.space"))}</kbd>;
}
