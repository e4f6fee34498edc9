import { mac, type TextKey } from "../../components/index.ts";

interface Bound {
  /** As `matchesShortcut` reads it. */
  readonly keys: string;
  /** Other common keys for the same action; they work, but are not shown. */
  readonly also?: string;
  /** Key of the text that describes it. */
  readonly title: TextKey;
  /** Key of the text of a value in that title. */
  readonly of?: TextKey;
}

/**
 * Every shortcut of the app by the place where it works: for key handling, and for menus, tooltips, the palette and the
 * list of shortcuts. The outline's own keys are beside its commands.
 */
export const SHORTCUT_GROUPS = {
  app: {
    palette: { keys: "Mod+K", title: "common.search" },
    "app.shortcuts": { keys: "Shift+?", title: "shortcuts.title" },
    "flows.fromPdfs": { keys: "Alt+U", title: "flows.newFromPdfs" },
    "go.home": { keys: "Alt+0", title: "shortcuts.goTo", of: "nav.home" },
    "go.flows": { keys: "Alt+1", title: "shortcuts.goTo", of: "nav.flows" },
    "go.instances": { keys: "Alt+2", title: "shortcuts.goTo", of: "nav.instances" },
    "go.mailbox": { keys: "Alt+3", title: "shortcuts.goTo", of: "nav.mailbox" },
    "go.callbacks": { keys: "Alt+4", title: "shortcuts.goTo", of: "nav.callbacks" },
    "go.sync": { keys: "Alt+6", title: "shortcuts.goTo", of: "nav.sync" },
    "go.settings": { keys: "Alt+5", title: "shortcuts.goTo", of: "nav.settings" },
  },
  flows: {
    "flows.new": { keys: "Alt+N", title: "flows.newBlank" },
    "flows.import": { keys: "Alt+I", title: "flows.import" },
    "folders.new": { keys: "Alt+Shift+N", title: "folders.new" },
    "folders.rename": { keys: "Alt+Shift+R", title: "folders.rename" },
  },
  flow: {
    "run.virtual": { keys: "Mod+Enter", title: "run.virtual" },
    "run.real": { keys: "Mod+Shift+Enter", title: "run.real" },
    "draft.save": { keys: "Mod+S", title: "save.now" },
    "draft.saveToFile": { keys: "Mod+Shift+S", title: "file.save" },
    "draft.rename": { keys: "Alt+Shift+R", title: "flows.rename" },
    "draft.versions": { keys: "Alt+Shift+H", title: "versions.show" },
    "draft.exportZip": { keys: "Alt+Shift+E", title: "export.zip" },
    "authoring.text": { keys: "Alt+Shift+1", title: "authoring.show_text" },
    "authoring.both": { keys: "Alt+Shift+2", title: "authoring.show_both" },
    "authoring.side": { keys: "Alt+Shift+3", title: "authoring.show_side" },
    "authoring.side.canvas": { keys: "Alt+Shift+C", title: "sides.show_canvas" },
    "authoring.side.outline": { keys: "Alt+Shift+O", title: "sides.show_outline" },
    "authoring.side.parameters": { keys: "Alt+Shift+P", title: "sides.show_parameters" },
    "authoring.side.foresight": { keys: "Alt+Shift+W", title: "sides.show_foresight" },
    "authoring.side.expectations": { keys: "Alt+Shift+X", title: "sides.show_expectations" },
    "authoring.side.scenarios": { keys: "Alt+Shift+S", title: "sides.show_scenarios" },
    "problems.show": { keys: "Alt+Shift+L", title: "problems.show" },
  },
  stages: {
    "stage.add": { keys: "Alt+Shift+N", title: "stages.do.add" },
    "stage.left": { keys: "Alt+Shift+ArrowLeft", title: "stages.do.left" },
    "stage.right": { keys: "Alt+Shift+ArrowRight", title: "stages.do.right" },
    "stage.duplicate": { keys: "Alt+Shift+D", title: "stages.do.duplicate" },
    "stage.remove": { keys: "Alt+Shift+Delete", title: "stages.do.remove" },
    "canvas.fit": { keys: "Alt+Shift+0", title: "canvas.fit" },
    "canvas.order": { keys: "Alt+Shift+M", title: "canvas.order.show" },
  },
  text: {
    "editor.definition": { keys: "F12", title: "editor.do.definition" },
    "editor.references": { keys: "Shift+F12", title: "editor.do.references" },
    "editor.rename": { keys: "F2", title: "editor.do.rename" },
    "editor.format": { keys: "Alt+Shift+F", title: "editor.do.format" },
    "editor.explain": { keys: "Shift+F1", title: "editor.do.explain" },
    "editor.complete": { keys: "Ctrl+Space", title: "editor.do.complete" },
    "editor.nextProblem": { keys: "F8", title: "editor.do.nextProblem" },
    "editor.find": { keys: "Mod+F", title: "editor.do.find" },
    "editor.widen": { keys: "Mod+I", title: "editor.do.widen" },
    "editor.fold": { keys: mac ? "Mod+Alt+[" : "Mod+Shift+[", title: "editor.do.fold" },
    "editor.foldAll": { keys: "Ctrl+Alt+[", title: "editor.do.foldAll" },
    "editor.unfoldAll": { keys: "Ctrl+Alt+]", title: "editor.do.unfoldAll" },
    "editor.undo": { keys: "Mod+Z", title: "editor.do.undo" },
    "editor.redo": { keys: mac ? "Mod+Shift+Z" : "Mod+Y", also: "Mod+Shift+Z", title: "editor.do.redo" },
  },
  clock: {
    "clock.play": { keys: "Alt+P", title: "clock.play" },
    "clock.next": { keys: "Alt+J", title: "clock.toNext" },
    "clock.day": { keys: "Alt+D", title: "clock.day" },
  },
  run: {
    "plays.next": { keys: "Alt+S", title: "plays.next" },
    "plays.all": { keys: "Alt+A", title: "plays.all" },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Bound>>>>;

type Groups = typeof SHORTCUT_GROUPS;
/** The places where shortcuts work, as the list of shortcuts shows them. */
export const SHORTCUT_PLACES = Object.keys(SHORTCUT_GROUPS) as (keyof Groups)[];
/** The text that names each place. */
export const SHORTCUT_PLACE_NAMES: Readonly<Record<keyof Groups, TextKey>> = {
  app: "shortcuts.everywhere",
  flows: "nav.flows",
  flow: "shortcuts.flow",
  stages: "sides.canvas",
  text: "authoring.text",
  clock: "shortcuts.clock",
  run: "problems.run",
};
/** An action that has keys. */
export type ShortcutId = { [G in keyof Groups]: keyof Groups[G] }[keyof Groups] & string;

const BOUND = new Map(Object.values(SHORTCUT_GROUPS).flatMap((group) => entriesOf(group)));

/** The binding of an action; undefined if it has no keys. */
export const boundTo = (id: string): Bound | undefined => BOUND.get(id);

/** The keys of an action. */
export const keysOf = (id: ShortcutId): string => boundTo(id)?.keys ?? "";

/** The shortcuts of one place, in display order. */
export function entriesOf(group: Readonly<Record<string, Bound>>): readonly (readonly [string, Bound])[] {
  return Object.entries(group);
}
