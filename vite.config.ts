import { globSync } from "node:fs";
import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const room = path.join(import.meta.dirname, "src-renderer");

/** The renderer's build, the same for both shells: every page at the top of its room is an entry. */
export default defineConfig({
  root: room,
  plugins: [react()],
  build: {
    outDir: path.join(import.meta.dirname, "out/renderer"),
    emptyOutDir: true,
    target: "es2024",
    // The content security policy forbids data: scripts and fonts; files it is.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2000,
    rollupOptions: {
      input: globSync("*.html", { cwd: room }).map((page) => path.join(room, page)),
      // On a busy machine, the first start would begin with advice on how to profile the build.
      checks: { bundlerTimings: false },
    },
  },
});
