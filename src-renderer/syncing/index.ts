/** Remote accounts: their sync, what waits, and the conflicts. */
import { lazy } from "react";

const loadSync = () => import("./sync-page.tsx");
const loadConflict = () => import("./conflict/conflict-page.tsx");
/** The first view loads without these pages. */
export const loadSyncing = () => Promise.all([loadSync(), loadConflict()]);
export const SyncPage = lazy(() => loadSync().then((module) => ({ default: module.SyncPage })));
export const ConflictPage = lazy(() => loadConflict().then((module) => ({ default: module.ConflictPage })));
export { SyncStatus } from "./sync-status.tsx";
