/** Remote accounts: what is synced with them, what waits, and what both sides changed. */
import { lazy } from "react";

const loadConflict = () => import("./conflict/conflict-page.tsx");
export const ConflictPage = lazy(() => loadConflict().then((module) => ({ default: module.ConflictPage })));
export { SyncPage } from "./sync-page.tsx";
export { SyncStatus } from "./sync-status.tsx";
