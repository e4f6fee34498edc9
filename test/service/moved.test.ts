import { copyFileSync, readdirSync, renameSync, rmSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { largePdf, openService } from "./harness.ts";

it("Crash and limits: a workspace that was moved answers each write with what to do, and takes no file", async () => {
  const to = await openService();
  const { dir } = to.host;
  const elsewhere = `${dir}-elsewhere`;
  const upload = async (status: number) => {
    const body = new FormData();
    body.set("file", new Blob([await largePdf(1, 1)], { type: "application/pdf" }), "a.pdf");
    return to.author.ask(status, "POST", "/api/v2/documents/new", { body });
  };
  try {
    await upload(201);
    // What arrived is no longer needed where it rested.
    expect(readdirSync(`${dir}/uploads`)).toEqual([]);
    renameSync(dir, elsewhere);
    const refused = {
      type: "server_error",
      details: { store: "moved" },
      message: expect.stringMatching(/^The workspace could not be used: .*Put it back[^/]*$/),
    };
    expect((await upload(500)).json).toMatchObject(refused);
    const folder = { json: { name: "Loans" } };
    expect((await to.author.ask(500, "POST", "/local/folders", folder)).json).toMatchObject(refused);
    await to.author.ask(200, "GET", "/local/instances");
    renameSync(elsewhere, dir);
    await vi.waitUntil(() => !to.host.moved(), { timeout: 30_000, interval: 10 });
    await upload(201);
  } finally {
    await to.close();
  }
});

it("Crash and limits: a database that was replaced alone is noticed before the next write is acknowledged", async () => {
  const to = await openService();
  const database = `${to.host.dir}/countersign.db`;
  try {
    copyFileSync(database, `${database}.old`);
    renameSync(database, `${database}.away`);
    renameSync(`${database}.old`, database);
    const { json } = await to.author.ask(500, "POST", "/local/folders", { json: { name: "Loans" } });
    expect(json).toMatchObject({ details: { store: "moved" } });
    renameSync(`${database}.away`, database);
    await vi.waitUntil(() => !to.host.moved(), { timeout: 30_000, interval: 10 });
    await to.author.ask(201, "POST", "/local/folders", { json: { name: "Loans" } });
  } finally {
    await to.close();
  }
});

it("Crash and limits: a folder for uploads that a cleaner has taken is made again", async () => {
  const to = await openService();
  const upload = async () => {
    const body = new FormData();
    body.set("file", new Blob([await largePdf(1, 1)], { type: "application/pdf" }), "a.pdf");
    return to.author.ask(201, "POST", "/api/v2/documents/new", { body });
  };
  try {
    rmSync(`${to.host.dir}/uploads`, { recursive: true });
    await Promise.all([upload(), upload()]);
    expect(readdirSync(`${to.host.dir}/uploads`)).toEqual([]);
  } finally {
    await to.close();
  }
});
