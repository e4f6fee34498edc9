import { documentContract, draftContract } from "./authoring.ts";
import { callbackContract, mailContract } from "./delivery.ts";
import { eventContract } from "./events.ts";
import type { OpenStore } from "./opened.ts";
import { accountContract, workspaceContract } from "./people.ts";
import { clockContract, instanceContract, jobContract } from "./runs.ts";
import { transactionContract } from "./transactions.ts";

/** Everything that every implementation of the store's port promises. */
export function storeContract(open: OpenStore): void {
  transactionContract(open);
  instanceContract(open);
  eventContract(open);
  jobContract(open);
  clockContract(open);
  draftContract(open);
  documentContract(open);
  mailContract(open);
  callbackContract(open);
  accountContract(open);
  workspaceContract(open);
}
