import { host } from "../connection/host.ts";

/** Ends what is waited for with an account: what it came to is told by whoever asked. @param name the account's */
export const stopAsking = (name: string): void => void host.call("sync.stopAsking", { name });
