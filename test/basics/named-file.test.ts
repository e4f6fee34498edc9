import { execFileSync, spawn } from "node:child_process";
import { appendFileSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { namedFileFault, readNamedFile, readNamedFileSync } from "../../src-main/basics/named-file.ts";
import { type TemporaryFolder, temporaryFolder } from "../harness/temporary.ts";

const MIB = 1024 * 1024;
const LIMIT = 50 * MIB;

let top: TemporaryFolder;
let folder: string;
beforeEach(() => {
  top = temporaryFolder("named-file");
  folder = path.join(top.path, "flow");
  mkdirSync(path.join(folder, "below"), { recursive: true });
  writeFileSync(path.join(folder, "a.pdf"), "inside");
  writeFileSync(path.join(top.path, "b.pdf"), "outside");
});
afterEach(() => top.remove());

const at = (name: string) => path.join(folder, name);
const sparse = (name: string, size: number) => {
  writeFileSync(at(name), "");
  truncateSync(at(name), size);
};
const within = (name: string, limit = LIMIT) => readNamedFile(name, { limit, within: folder });

describe.skipIf(process.platform === "win32")("a file that somebody names", () => {
  test.each<[string, string, () => void]>([
    ["by its name", "a.pdf", () => undefined],
    ["by a path that comes back", "below/../a.pdf", () => undefined],
    ["by a link to a file in the folder", "link.pdf", () => symlinkSync("./a.pdf", at("link.pdf"))],
    ["in a folder that is named by a link", "a.pdf", () => undefined],
  ])("is read %s", async (how, name, prepare) => {
    prepare();
    const linked = path.join(top.path, "linked");
    symlinkSync(folder, linked);
    const bytes = await readNamedFile(name, { limit: LIMIT, within: how.startsWith("in a") ? linked : folder });
    expect(bytes.toString()).toBe("inside");
  });

  test.each<[string, string, string, (() => void) | null]>([
    ["an absolute path", "/etc/hostname", "outside", null],
    ["a device", "/dev/zero", "outside", null],
    ["a path of ..", "../b.pdf", "outside", null],
    ["a path of .. to nowhere", "../none.pdf", "outside", null],
    ["a link that leads out", "out.pdf", "outside", () => symlinkSync("../b.pdf", at("out.pdf"))],
    ["a folder that leads out", "up/b.pdf", "outside", () => symlinkSync("..", at("up"))],
    ["a link to a device", "zero.pdf", "outside", () => symlinkSync("/dev/zero", at("zero.pdf"))],
    ["a link to itself", "loop.pdf", "not_a_file", () => symlinkSync("loop.pdf", at("loop.pdf"))],
    ["a folder", "below", "not_a_file", null],
    ["a pipe", "pipe.pdf", "not_a_file", () => execFileSync("mkfifo", [at("pipe.pdf")])],
    ["a file of 51 MiB", "large.pdf", "too_large", () => sparse("large.pdf", 51 * MIB)],
    ["a file of 20 GiB", "huge.pdf", "too_large", () => sparse("huge.pdf", 20 * 1024 * MIB)],
    ["an address", "https://example.test/a.pdf", "missing", null],
    ["a file address", "file:///etc/hostname", "missing", null],
    ["a file below a file", "a.pdf/b.pdf", "missing", null],
    ["a name with a null character", "a\0.pdf", "unreadable", null],
    ["a name that is too long", "a".repeat(5000), "unreadable", null],
  ])("is not read where it is %s", async (_, name, fault, prepare) => {
    prepare?.();
    await expect(within(name)).rejects.toMatchObject({ fault });
    expect(await namedFileFault(name, { limit: LIMIT, within: folder })).toBe(fault);
  });

  test("is not read where it is a socket, a device, or a pipe, wherever it may be", async () => {
    execFileSync("mkfifo", [at("pipe")]);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(at("socket"), resolve));
    try {
      for (const file of ["/dev/zero", at("socket"), at("pipe"), folder]) {
        await expect(readNamedFile(file, { limit: LIMIT })).rejects.toMatchObject({ fault: "not_a_file" });
        expect(() => readNamedFileSync(file, 1024)).toThrow(expect.objectContaining({ fault: "not_a_file" }));
      }
    } finally {
      server.close();
    }
  });

  test("is read up to its limit, and refused past it, also where the system tells no size", async () => {
    sparse("most.pdf", MIB);
    expect((await within("most.pdf", MIB)).length).toBe(MIB);
    expect(readNamedFileSync(at("most.pdf"), MIB).length).toBe(MIB);
    await expect(within("most.pdf", MIB - 1)).rejects.toMatchObject({ fault: "too_large" });
    expect(() => readNamedFileSync(at("most.pdf"), MIB - 1)).toThrow(expect.objectContaining({ fault: "too_large" }));
    expect(() => readNamedFileSync(at("none"), 1)).toThrow(expect.objectContaining({ fault: "missing" }));
  });

  test.skipIf(process.platform !== "linux")("is cut where it tells a size of 0 and holds more", async () => {
    // A file of /proc has no size before it is read, as one that grows has another.
    expect((await readNamedFile("/proc/self/maps", { limit: LIMIT })).length).toBeGreaterThan(1000);
    await expect(readNamedFile("/proc/self/maps", { limit: 1000 })).rejects.toMatchObject({ fault: "too_large" });
    expect(() => readNamedFileSync("/proc/self/maps", 1000)).toThrow(expect.objectContaining({ fault: "too_large" }));
  });

  test("is read no further than its limit while another program goes on writing it", async () => {
    writeFileSync(at("log"), "x".repeat(1000));
    let reading = true;
    const grow = async () => {
      while (reading) {
        appendFileSync(at("log"), "x".repeat(100_000));
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const growing = grow();
    const results: (number | string)[] = [];
    for (let round = 0; round < 200; round += 1) {
      rmSync(at("log"), { force: true });
      writeFileSync(at("log"), "x".repeat(1000));
      results.push(
        await within("log", 150_000).then(
          ({ length }) => length,
          (error: { fault: string }) => error.fault,
        ),
      );
    }
    reading = false;
    await growing;
    for (const result of results)
      if (typeof result === "number") expect(result).toBeLessThanOrEqual(150_000);
      else expect(["too_large", "unreadable", "missing"]).toContain(result);
  });

  test("is never one of another folder, whatever is put in a folder's place meanwhile", async () => {
    mkdirSync(path.join(top.path, "other"));
    writeFileSync(path.join(top.path, "other/c.pdf"), "outside");
    writeFileSync(at("below/c.pdf"), "inside");
    const swaps = `const { renameSync: mv, symlinkSync: ln, unlinkSync: rm } = require("fs");
      for (;;) { mv("below", "kept"); ln("../other", "below"); rm("below"); mv("kept", "below"); }`;
    const swapping = spawn(process.execPath, ["-e", swaps], { cwd: folder });
    const found = new Set<string>();
    for (let round = 0; round < 4_000; round += 1)
      found.add(await within("below/c.pdf").then(String, (error: { fault: string }) => `refused: ${error.fault}`));
    swapping.kill("SIGKILL");
    expect(found).not.toContain("outside");
    expect(found).toContain("inside");
  });
});
