import { type DeliveryOptions, deliveryHandler, faultsOf, type Sender } from "../../src-main/callbacks/index.ts";
import type { Store } from "../../src-main/store/index.ts";

/** A delivery over a real store and sender, at instant 0, without an author's settings but those given. */
export function handlerOf(store: Store, sender: Sender, options: Partial<DeliveryOptions> = {}) {
  return deliveryHandler({
    ...{ reads: store.read, sender, clockNow: () => 0, flowNow: () => 0 },
    transact: async (work) => store.write(work),
    allowedHosts: () => [],
    signingSecret: () => null,
    faults: () => faultsOf(store.read.settings),
    held: () => false,
    receiver: async () => "http://127.0.0.1:9/",
    authorization: () => null,
    onChange: () => undefined,
    ...options,
  });
}
