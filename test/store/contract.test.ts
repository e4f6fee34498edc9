import { describe } from "vitest";
import { memoryStore, openStore } from "../../src-main/store/index.ts";
import { temporaryFolder } from "../harness/temporary.ts";
import { storeContract } from "./contract/index.ts";

describe("the store in memory", () => {
  storeContract(() => {
    const store = memoryStore();
    return { store, dispose: () => store.close() };
  });
});

describe("the store in SQLite", () => {
  storeContract(() => {
    const folder = temporaryFolder("store");
    const store = openStore(folder.path);
    const dispose = () => {
      store.close();
      folder.remove();
    };
    return { store, dispose };
  });
});
