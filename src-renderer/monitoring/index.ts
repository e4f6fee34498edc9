/** The pages of runs: instances, one instance, two compared, mail and callbacks. */
import { lazy } from "react";

/** One run and two compared are a fifth of the pages' code, so the first view loads without them. */
export const loadRun = () => import("./instance/instance-page.tsx");
export const InstancePage = lazy(() => loadRun().then((module) => ({ default: module.InstancePage })));
export const loadCompare = () => import("./compare/compare-page.tsx");
export const ComparePage = lazy(() => loadCompare().then((module) => ({ default: module.ComparePage })));
export { CallbacksPage } from "./callbacks/callbacks-page.tsx";
export { InstancesPage } from "./instances/instances-page.tsx";
export { MailboxPage } from "./mailbox/mailbox-page.tsx";
