import { Menu as Base } from "@base-ui/react/menu";
import { Check, type LucideIcon } from "lucide-react";
import {
  type ComponentProps,
  cloneElement,
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type SyntheticEvent,
  useRef,
  useState,
} from "react";
import { marksShown } from "../../../src-shared/basics/index.ts";
import { MessageText } from "../texts/message-text.tsx";
import { Keys } from "./button.tsx";
import { useReadOnly } from "./read-only.ts";
import "./menu.css";

export interface MenuEntry {
  readonly label: string;
  readonly detail?: string;
  /** Shown once above it and its neighbours of the same section. */
  readonly section?: string | undefined;
  readonly icon?: LucideIcon;
  readonly dangerous?: boolean;
  /** The shortcut for the same action. */
  readonly shortcut?: string | undefined;
  /** Why it cannot be done now. */
  readonly blocked?: string | null;
  /** It changes the workspace: blocked in a read-only one. */
  readonly writes?: boolean | undefined;
  readonly run: () => void;
}

interface MenuProps {
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly entries: readonly MenuEntry[];
  /** Content above them. */
  readonly before?: ReactNode;
}

interface Opened {
  readonly by: HTMLElement;
  readonly byKey: boolean;
}

/** A menu that opens from `trigger`. Only its trigger is mounted before: a page has dozens, and few are ever opened. */
export function Menu({ trigger, entries, before }: MenuProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isOpen, setOpen] = useState(false);
  const open = ({ currentTarget: by }: SyntheticEvent<HTMLElement>) => {
    setOpened({ by, byKey: by.matches(":focus-visible") });
    setOpen(true);
  };
  const openByArrow = (event: KeyboardEvent<HTMLElement>) => {
    const isArrow = event.key === "ArrowDown" || event.key === "ArrowUp";
    if (!isArrow || event.currentTarget.ariaDisabled === "true") return;
    event.preventDefault();
    open(event);
  };
  return (
    <>
      {cloneElement(trigger, {
        ...{ "aria-haspopup": "menu", "aria-expanded": isOpen, onClick: open, onKeyDown: openByArrow },
      })}
      {opened !== null && (
        <Base.Root open={isOpen} onOpenChange={setOpen} onOpenChangeComplete={(still) => !still && setOpened(null)}>
          <Popup
            align="end"
            anchor={opened.by}
            label={opened.by.ariaLabel ?? opened.by.textContent}
            focusAfter={() => opened.by}
            onClose={() => setOpen(false)}
            atFirst={opened.byKey}
          >
            {before}
            {before !== undefined && <Base.Separator className="menu-line" />}
            <MenuEntries entries={entries} />
          </Popup>
        </Base.Root>
      )}
    </>
  );
}

export type MenuAnchor = ComponentProps<typeof Base.Positioner>["anchor"];

/** The pointer's position. */
export const anchorAt = ({ clientX, clientY }: MouseEvent): MenuAnchor => ({
  getBoundingClientRect: () => new DOMRect(clientX, clientY, 0, 0),
});

interface MenuAtProps {
  readonly label: string;
  readonly anchor: MenuAnchor;
  readonly focusAfter: () => HTMLElement | null;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A menu that is open at a place while mounted; the focus then goes to `focusAfter`. Opened by a key it begins at its
 * first entry, or at the current value, so that Enter selects it; opened by the mouse it begins at none.
 */
export function MenuAt({ label, anchor, focusAfter, onClose, children }: MenuAtProps) {
  const [byKey] = useState(() => document.activeElement?.matches(":focus-visible") ?? false);
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Popup align="start" anchor={anchor} label={label} focusAfter={focusAfter} onClose={onClose} atFirst={byKey}>
        {children}
      </Popup>
    </Base.Root>
  );
}

interface PopupProps {
  readonly align: "start" | "end";
  readonly anchor?: MenuAnchor;
  readonly label?: string;
  readonly focusAfter?: () => HTMLElement | null;
  readonly onClose: () => void;
  /** Whether the focus goes to an entry at once. */
  readonly atFirst?: boolean;
  readonly children: ReactNode;
}

/** Within a landmark, where screen readers find it, and outside the panes, which would cut it off. */
function Popup({ align, anchor, label, focusAfter, onClose, atFirst, children }: PopupProps) {
  const menu = useRef<HTMLDivElement>(null);
  // By default, Tab moves to the page behind and leaves the menu open.
  const leave = (event: KeyboardEvent) => {
    if (event.key !== "Tab") return;
    event.preventDefault();
    onClose();
  };
  const find = (what: string) => menu.current?.querySelector<HTMLElement>(what) ?? null;
  const first = () => find('[role="menuitemradio"][aria-checked="true"]') ?? find('[role^="menuitem"]');
  return (
    <Base.Portal container={document.querySelector("main")}>
      <Base.Positioner sideOffset={4} align={align} anchor={anchor} className="menu-positioner">
        <Base.Popup
          className="menu"
          onKeyDown={leave}
          {...(label && { "aria-label": label })}
          {...(focusAfter && { finalFocus: focusAfter })}
          {...(atFirst && { ref: menu, initialFocus: first })}
        >
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}

/** Commands, one per line. */
export function MenuEntries({ entries }: { readonly entries: readonly MenuEntry[] }) {
  const readOnly = useReadOnly();
  const held = entries.map((entry) => (entry.writes && readOnly !== null ? { ...entry, blocked: readOnly } : entry));
  return sectionsOf(held).map(([section, items], at) =>
    section === undefined ? (
      <Fragment key={items[0]?.label}>
        {at > 0 && <Base.Separator className="menu-line" />}
        {items.map((entry) => (
          <Entry key={entry.label} {...entry} />
        ))}
      </Fragment>
    ) : (
      <Base.Group key={section}>
        <Base.GroupLabel className="menu-title">{section}</Base.GroupLabel>
        {items.map((entry) => (
          <Entry key={entry.label} {...entry} />
        ))}
      </Base.Group>
    ),
  );
}

/** Groups neighbours of one section, in their order. */
function sectionsOf(entries: readonly MenuEntry[]): readonly (readonly [string | undefined, readonly MenuEntry[]])[] {
  const sections: [string | undefined, MenuEntry[]][] = [];
  for (const entry of entries) {
    const last = sections.at(-1);
    if (last !== undefined && last[0] === entry.section) last[1].push(entry);
    else sections.push([entry.section, [entry]]);
  }
  return sections;
}

function Entry({ label, detail, icon: Icon, dangerous, shortcut, blocked, run }: MenuEntry) {
  return (
    <Base.Item className={dangerous ? "menu-item menu-danger" : "menu-item"} disabled={Boolean(blocked)} onClick={run}>
      {Icon && <Icon className="icon" aria-hidden />}
      <span className="menu-words">
        <span>{marksShown(label)}</span>
        {(blocked ?? detail) && (
          <span className="menu-detail">{blocked ? <MessageText text={blocked} /> : detail}</span>
        )}
      </span>
      {shortcut && <Keys shortcut={shortcut} />}
    </Base.Item>
  );
}

interface MenuChoiceProps<T extends string> {
  /** The heading above it if the menu has several. */
  readonly label?: string;
  readonly value: T;
  readonly options: readonly (readonly [value: T, words: string])[];
  readonly onChange: (value: T) => void;
}

/** One of several values; selecting one closes the menu. */
export function MenuChoice<T extends string>({ label, value, options, onChange }: MenuChoiceProps<T>) {
  return (
    <Base.RadioGroup value={value} onValueChange={(next: T) => onChange(next)}>
      {label !== undefined && <Base.GroupLabel className="menu-title">{label}</Base.GroupLabel>}
      {options.map(([option, words]) => (
        <Base.RadioItem key={option} value={option} className="menu-item" closeOnClick>
          <span className="menu-mark">{option === value && <Check className="icon" aria-hidden />}</span>
          <span className="menu-words">{words}</span>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  );
}

interface MenuNamesProps {
  readonly chosen: readonly string[];
  readonly options: readonly string[];
  /** Why a name cannot be removed or added. */
  readonly blocked: (name: string) => string | null;
  readonly onToggle: (name: string) => void;
}

/** Any of several names; the menu stays open for more. */
export function MenuNames({ chosen, options, blocked, onToggle }: MenuNamesProps) {
  return options.map((name) => (
    <Base.CheckboxItem
      key={name}
      className="menu-item"
      checked={chosen.includes(name)}
      disabled={blocked(name) !== null}
      onCheckedChange={() => onToggle(name)}
    >
      <span className="menu-mark">{chosen.includes(name) && <Check className="icon" aria-hidden />}</span>
      <span className="menu-words">
        {name}
        {blocked(name) && <span className="menu-detail">{blocked(name)}</span>}
      </span>
    </Base.CheckboxItem>
  ));
}
