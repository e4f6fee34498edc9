import { host } from "../connection/host.ts";

/** Cancels a pending request to an account: its caller reports the result. @param name the account's */
export const stopAsking = (name: string): void => void host.call("sync.stopAsking", { name });
