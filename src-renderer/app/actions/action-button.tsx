import { Button, type MenuEntry, type PlainButtonProps } from "../../components/index.ts";
import type { AppAction } from "./actions.ts";
import { boundTo } from "./shortcut-table.ts";

interface ActionButtonProps extends Pick<PlainButtonProps, "look" | "busy"> {
  readonly action: AppAction;
}

/** An action of the palette as a button, with the same title, shortcut and reason why it is off. */
export function ActionButton({ action: { id, title, icon, disabled, writes, run }, ...rest }: ActionButtonProps) {
  return (
    <Button {...rest} icon={icon} shortcut={boundTo(id)?.keys} blocked={disabled} writes={writes} onClick={run}>
      {title}
    </Button>
  );
}

/** The same as a menu entry. */
export const menuEntryOf = ({ id, title, icon, disabled, writes, run }: AppAction): MenuEntry => ({
  label: title,
  ...(icon && { icon }),
  shortcut: boundTo(id)?.keys,
  blocked: disabled ?? null,
  writes,
  run,
});
