import { startFaultProxy } from "../sync/fault-proxy.ts";
import { sparseDisguise } from "../sync/sparse.ts";

/** Shows a service, given by its address, as one that has only what the interface names; sends the parent its own address. */
const { url } = await startFaultProxy(process.argv[2] ?? "", sparseDisguise());
process.send?.(url);
