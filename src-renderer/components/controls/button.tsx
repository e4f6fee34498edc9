import type { LucideIcon } from "lucide-react";
import { type ButtonHTMLAttributes, cloneElement, type ReactElement, type Ref } from "react";
import { mac, shortcutLabel } from "../basics/shortcuts.ts";
import { plainText } from "../texts/message-text.tsx";
import { useTranslation } from "../texts/texts.ts";
import { PlainButton, type PlainButtonProps } from "./plain-button.tsx";
import { useReadOnly } from "./read-only.ts";
import "./button.css";

/** The reasons that block a button, and its shortcut. */
interface Blockable {
  /** Why it cannot be used now. The button stays focusable, so that the reason can be read. */
  readonly blocked?: string | null | undefined;
  readonly shortcut?: string | undefined;
  /** It changes the workspace: blocked in a read-only one. */
  readonly writes?: boolean | undefined;
}

/** Why it cannot be used now: writing actions are blocked in a read-only workspace. */
function useBlocked({ writes, blocked }: Blockable): string | null {
  const readOnly = useReadOnly();
  return (writes ? readOnly : null) ?? blocked ?? null;
}

/** A button with text. A blocked one stays in the focus order, and its tooltip says why. */
export function Button({ blocked: cannot, shortcut, writes, ...rest }: PlainButtonProps & Blockable) {
  const blocked = useBlocked({ writes, blocked: cannot });
  return <PlainButton {...rest} {...tip({ why: blocked, shortcut })} aria-disabled={Boolean(blocked) || undefined} />;
}

interface IconButtonProps
  extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children" | "aria-label" | "disabled">,
    Blockable {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button without text: the label is its name and its tooltip. */
export function IconButton({
  icon: Icon,
  label,
  shortcut,
  blocked: cannot,
  writes,
  onClick,
  ...rest
}: IconButtonProps) {
  const blocked = useBlocked({ writes, blocked: cannot });
  return (
    <button
      type="button"
      {...rest}
      {...tip({ text: label, why: blocked, shortcut, isName: true })}
      className="icon-button"
      aria-label={label}
      aria-disabled={Boolean(blocked) || undefined}
      onClick={blocked ? undefined : onClick}
    >
      <Icon className="icon" aria-hidden />
    </button>
  );
}

/** Attributes that `Tooltips` reads: the text, why a button is blocked, and its shortcut. */
export const TIP = "data-tip";
export const TIP_WHY = "data-tip-why";
export const TIP_KEYS = "data-tip-keys";

interface Said {
  readonly text?: string;
  /** A sentence with its names marked. */
  readonly why?: string | null;
  readonly shortcut?: string | undefined;
  /** Whether `text` is the element's name, which screen readers announce anyway. */
  readonly isName?: boolean;
}

/** The attributes of an element with a tooltip. */
const tip = ({ text, why, shortcut, isName = false }: Said) => ({
  [TIP]: text || undefined,
  [TIP_WHY]: why || undefined,
  [TIP_KEYS]: shortcut,
  "aria-description": (isName ? null : text) || plainText(why ?? "") || undefined,
});

interface TipProps {
  readonly text: string;
  readonly shortcut?: string | undefined;
  readonly children: ReactElement<Record<string, unknown>>;
}

/** A tooltip; its text is also the element's description, unless it is its name. */
export const Tip = ({ text, shortcut, children }: TipProps) =>
  cloneElement(children, tip({ text, shortcut, isName: text === children.props["aria-label"] }));

/** The keys of a shortcut, as this platform names them. */
export function Keys({ shortcut }: { readonly shortcut: string }) {
  const { t } = useTranslation();
  return <kbd className="keys">{shortcutLabel(shortcut, mac, t("shortcuts.space"))}</kbd>;
}
