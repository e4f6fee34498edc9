import path from "node:path";
import { defineConfig } from "electron-vite";

const room = (...parts: readonly string[]): string => path.join(import.meta.dirname, "src-main", ...parts);

/**
 * The desktop shell's main process, its workers and its preload. The renderer is vite.config.ts's, the same for both shells.
 * Files lie flat in out/main, two folders below package.json like every room of src-main: they find resources/ and their
 * workers from there.
 */
export default defineConfig({
  main: {
    build: {
      outDir: "out/main",
      rollupOptions: {
        input: {
          index: room("desktop/main.ts"),
          // A file of its own: within index.js it would run after all that index.js imports.
          "limit-garbage": room("desktop/limit-garbage.ts"),
          "documents-worker": room("documents/worker/documents-worker.ts"),
          "unzip-worker": room("workspace/archives/unzip-worker.ts"),
        },
        output: { format: "es", entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
      },
    },
  },
  preload: {
    build: {
      outDir: "out/preload",
      // A sandboxed preload is one CommonJS file.
      rollupOptions: {
        input: { index: room("desktop/preload.ts") },
        output: { format: "cjs", entryFileNames: "[name].cjs" },
      },
    },
  },
});
