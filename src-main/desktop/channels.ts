/** The IPC channels of the bridge: the preload's side and the host's side name them from here. */
export const CALL = "countersign:call";
export const CHANGE = "countersign:change";
export const ARCHIVE = "countersign:archive";
export const UPLOAD = "countersign:upload";
