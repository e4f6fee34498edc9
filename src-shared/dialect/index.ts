/** The dialect room's front door: how a service spells what the interface leaves open (law 5). */

export { countersignDialect } from "./countersign.ts";
export {
  type Call,
  type CallName,
  countersignRemote,
  type DialectFile,
  dialectFile,
  dialectOf,
  type InstanceField,
  type RemoteDialect,
} from "./remote.ts";
