import { create } from "zustand";

export const usePalette = create<{ readonly open: boolean }>()(() => ({ open: false }));
