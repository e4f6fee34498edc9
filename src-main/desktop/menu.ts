import { Menu, type MenuItemConstructorOptions } from "electron";

/**
 * The system's usual menus. The app's own actions live in its command palette, the same in both shells; a file on this
 * machine is opened from here, since a page sees no path.
 * @param openFlow null: the workspace is read-only
 */
export function buildMenu(packaged: boolean, openFlow: (() => void) | null): void {
  const file: MenuItemConstructorOptions[] = [
    { label: "Open flow file…", accelerator: "CmdOrCtrl+O", enabled: openFlow !== null, click: () => openFlow?.() },
    { type: "separator" },
    { role: process.platform === "darwin" ? "close" : "quit" },
  ];
  const view: MenuItemConstructorOptions[] = [
    { role: "resetZoom" },
    { role: "zoomIn" },
    { role: "zoomOut" },
    { type: "separator" },
    { role: "togglefullscreen" },
    ...(packaged ? [] : ([{ role: "reload" }, { role: "toggleDevTools" }] satisfies MenuItemConstructorOptions[])),
  ];
  const menus: MenuItemConstructorOptions[] = [
    ...(process.platform === "darwin" ? ([{ role: "appMenu" }] satisfies MenuItemConstructorOptions[]) : []),
    { label: "File", submenu: file },
    { role: "editMenu" },
    { label: "View", submenu: view },
    { role: "windowMenu" },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(menus));
}
