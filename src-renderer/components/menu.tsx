import { Menu as Base } from "@base-ui/react/menu";
import type { LucideIcon } from "lucide-react";
import type { ReactElement } from "react";

export interface MenuEntry {
  readonly label: string;
  readonly detail?: string;
  readonly icon?: LucideIcon;
  readonly dangerous?: boolean;
  /** Why it cannot be done now. */
  readonly blocked?: string | null;
  readonly run: () => void;
}

/** A menu that opens from `trigger`. An empty list says `empty`. */
export function Menu({
  trigger,
  entries,
  empty,
}: {
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly entries: readonly MenuEntry[];
  readonly empty?: string;
}) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="end" className="menu-positioner">
          <Base.Popup className="menu">
            {entries.length === 0 && <div className="menu-empty">{empty}</div>}
            {entries.map(({ label, detail, icon: Icon, dangerous, blocked, run }) => (
              <Base.Item
                key={label}
                className={dangerous ? "menu-item menu-danger" : "menu-item"}
                disabled={Boolean(blocked)}
                onClick={run}
              >
                {Icon && <Icon className="icon" aria-hidden />}
                <span className="menu-words">
                  <span>{label}</span>
                  {(blocked ?? detail) && <span className="menu-detail">{blocked ?? detail}</span>}
                </span>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
