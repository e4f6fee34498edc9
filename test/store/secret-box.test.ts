import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openSecretBox } from "../../src-main/store/files/secret-box.ts";
import { temporaryFolder } from "../harness/temporary.ts";

function keyFile(): string {
  const folder = temporaryFolder("secret-box");
  onTestFinished(() => folder.remove());
  return join(folder.path, "workspace", "secret.key");
}

const secret = Buffer.from("s3cret");

test("what one opening protects, the next one reveals", () => {
  const file = keyFile();
  const protectedBytes = openSecretBox(file).protect(secret);
  expect(Buffer.from(protectedBytes).includes(secret)).toBe(false);
  expect(Buffer.from(openSecretBox(file).reveal(protectedBytes))).toEqual(secret);
});

test("empty bytes are protected too", () => {
  const box = openSecretBox(keyFile());
  expect(box.reveal(box.protect(new Uint8Array()))).toHaveLength(0);
});

test("protecting twice gives different bytes", () => {
  const box = openSecretBox(keyFile());
  expect(box.protect(secret)).not.toEqual(box.protect(secret));
});

test("one changed bit, or a cut, is an error", () => {
  const box = openSecretBox(keyFile());
  const protectedBytes = box.protect(secret);
  for (let at = 0; at < protectedBytes.length; at += 1) {
    const changed = Uint8Array.from(protectedBytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => box.reveal(changed)).toThrow();
    expect(() => box.reveal(protectedBytes.slice(0, at))).toThrow();
  }
});

test("another workspace's key opens nothing, and the error names the key file", () => {
  const other = keyFile();
  const protectedBytes = openSecretBox(keyFile()).protect(secret);
  expect(() => openSecretBox(other).reveal(protectedBytes)).toThrow(other);
});

test("the key file is for its owner only, also after a copy widened its mode", () => {
  const file = keyFile();
  openSecretBox(file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  chmodSync(file, 0o644);
  openSecretBox(file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("a key file of the wrong length is an error and is never replaced", () => {
  const file = keyFile();
  openSecretBox(file);
  writeFileSync(file, "short");
  expect(() => openSecretBox(file)).toThrow(/has 5 bytes in place of 32/);
  expect(readFileSync(file, "utf8")).toBe("short");
});
