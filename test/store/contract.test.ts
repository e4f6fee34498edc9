import { openStore } from "../../src-main/store/index.ts";
import { temporaryFolder } from "../harness/temporary.ts";
import { storeContract } from "./contract/index.ts";

storeContract(() => {
  const folder = temporaryFolder("store");
  const store = openStore(folder.path);
  const dispose = () => {
    store.close();
    folder.remove();
  };
  return { store, dispose };
});
