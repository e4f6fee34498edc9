/** The folder of the fonts. This file lies two folders below package.json, as its bundle does (electron.vite.config.ts). */
export const FONTS = new URL("../../resources/fonts/", import.meta.url);
