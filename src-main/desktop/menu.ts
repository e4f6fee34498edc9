import { Menu, type MenuItemConstructorOptions } from "electron";

/** The system's usual menus. The app's own actions live in its command palette, the same in both shells. */
export function buildMenu(packaged: boolean): void {
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
    { role: "fileMenu" },
    { role: "editMenu" },
    { label: "View", submenu: view },
    { role: "windowMenu" },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(menus));
}
