import type { FrameLook } from "../../../src-shared/service/index.ts";

/** How one participant's page is shown. */
export interface Look extends Pick<FrameLook, "language"> {
  readonly device: "phone" | "desktop";
  /** `app`: same as the app. */
  readonly theme: "app" | "light" | "dark";
}

export const FIRST_LOOK: Look = { device: "phone", theme: "app", language: null };

/** Zoom of the pages, in percent. */
export const ZOOMS = ["50", "75", "100"] as const;
export type Zoom = (typeof ZOOMS)[number];

/** The viewport size of the page, in CSS pixels. */
export const SIZES = {
  phone: { width: 390, height: 720 },
  desktop: { width: 1280, height: 860 },
} as const satisfies Readonly<Record<Look["device"], { readonly width: number; readonly height: number }>>;
