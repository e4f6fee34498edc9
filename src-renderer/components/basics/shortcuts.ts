/** Shortcuts are written once, as `Mod+Shift+K`; Mod is Command on a Mac and Ctrl elsewhere, Ctrl is Ctrl everywhere. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** On a Mac, Alt turns letters into other characters: the physical key is compared too. */
const sameKey = (press: KeyPress, key: string) =>
  press.key.toLowerCase() === key.toLowerCase() ||
  press.code === `Key${key.toUpperCase()}` ||
  press.code === `Digit${key}` ||
  press.code === key;

/** Whether a key press matches a shortcut. Every modifier must agree. */
export function matchesShortcut(shortcut: string, press: KeyPress, mac: boolean): boolean {
  const parts = shortcut.split("+");
  const key = parts.at(-1) ?? "";
  const mod = parts.includes("Mod");
  const ctrl = parts.includes("Ctrl") || (!mac && mod);
  return (
    sameKey(press, key) &&
    press.altKey === parts.includes("Alt") &&
    // Not every keyboard types a question mark with Shift.
    (key === "?" || press.shiftKey === parts.includes("Shift")) &&
    press.metaKey === (mac && mod) &&
    press.ctrlKey === ctrl
  );
}

/** Keys that a text field handles itself: undo or delete there must not act elsewhere. */
export const fieldKeeps = ({ key, ctrlKey, metaKey, altKey }: KeyPress): boolean =>
  /^(Arrow\w+|Delete|Backspace)$/.test(key) || ((ctrlKey || metaKey) && !altKey && /^[zyacxv]$/i.test(key));

/** A key that types a character in a text field. */
export const isTyping = ({ key, ctrlKey, metaKey, altKey }: KeyPress): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;

/** The same symbols on every keyboard. */
const SIGNS: Readonly<Record<string, string>> = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };
const MAC_SIGNS: Readonly<Record<string, string>> = { Mod: "⌘", Ctrl: "⌃", Alt: "⌥", Shift: "⇧", Enter: "↩" };

/** In the names of the reader's own keyboard: `⌘K` or `Ctrl K`; the space bar has no printed name. */
export function shortcutLabel(shortcut: string, mac: boolean, space = "Space"): string {
  // How a question mark is typed differs from keyboard to keyboard.
  if (shortcut === "Shift+?") return "?";
  const parts = shortcut.split("+").map((part) => (part === "Space" ? space : part));
  return mac
    ? parts.map((part) => MAC_SIGNS[part] ?? SIGNS[part] ?? part).join("")
    : parts.map((part) => (part === "Mod" ? "Ctrl" : (SIGNS[part] ?? part))).join(" ");
}

const isMac = (platform: string) => /mac|iphone|ipad/i.test(platform);

/** Whether this keyboard has a Command key. */
export const mac = isMac(navigator.platform);
