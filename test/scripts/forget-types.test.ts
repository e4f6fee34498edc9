import { existsSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { forgetOlderTypes } from "../../scripts/forget-types.ts";
import { temporaryFolder } from "../harness/temporary.ts";

test("what tsc remembers goes where an English catalogue is newer, and stays where another file is", () => {
  using folder = temporaryFolder("forget-types");
  const [types, locales] = [`${folder.path}/types`, `${folder.path}/locales`];
  for (const place of [types, locales]) mkdirSync(place);
  const write = (file: string, at: number) => {
    writeFileSync(file, "{}");
    utimesSync(file, at, at);
  };
  const remembered = () => ["renderer", "test", "main"].filter((part) => existsSync(`${types}/${part}.tsbuildinfo`));
  for (const part of ["renderer", "test", "main"]) write(`${types}/${part}.tsbuildinfo`, 2_000);
  write(`${locales}/app.en.json`, 1_000);
  write(`${locales}/app.sv.json`, 3_000);
  forgetOlderTypes(types, locales);
  expect(remembered()).toEqual(["renderer", "test", "main"]);
  write(`${locales}/app.en.json`, 3_000);
  forgetOlderTypes(types, locales);
  expect(remembered()).toEqual(["main"]);
});
