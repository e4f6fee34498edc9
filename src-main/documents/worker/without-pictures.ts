import { createRequire } from "node:module";

/** A worker draws nothing, and the native library with which pdf.js would draw takes 20 MiB of the process. */
export function withoutPictures(): void {
  const require = createRequire(import.meta.url);
  Object.assign(globalThis, { DOMMatrix: class {}, ImageData: class {}, Path2D: class {} });
  try {
    const file = require.resolve("@napi-rs/canvas");
    Object.assign(require.cache, { [file]: { id: file, filename: file, loaded: true, exports: {}, children: [] } });
  } catch {
    // It is optional, and not there.
  }
}
