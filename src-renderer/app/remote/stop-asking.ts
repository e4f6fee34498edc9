import { host } from "../connection/host.ts";

/** Ends what an account is being asked: what it came to is told by whoever asked. @param name the account's */
export const stopAsking = (name: string): void => void host.call("sync.cancel", { name });
