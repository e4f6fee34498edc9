/** The settings that the host itself reads. */
export const settingKey = {
  name: "workspace.name",
  timeZone: "workspace.time-zone",
  defaultAccount: "workspace.default-account",
  allowedHosts: "callbacks.allowed-hosts",
  callbackFaults: "callbacks.faults",
  mailRules: "mail.rules",
  mailServer: "mail.server",
  /** "no": participants' pages do not fill in the codes of SMS. */
  offersCodes: "participants.offers-codes",
  /** The id of the last opening whose leftovers were cleared. */
  opening: "documents.opening",
  /** The rules and hosts that the stored counts of the drafts' problems were made with. */
  countedBy: "drafts.counted-by",
  /** The drafts that a new workspace was filled with: by their keys, the revision that they came with. */
  examples: "drafts.examples",
  /** What distinguishes the database's file from copies of it, at the last opening for writing. */
  databaseFile: "workspace.database-file",
} as const;
