/** The pages of what has run: instances, one instance, two compared, mail and callbacks. */
export { CallbacksPage } from "./callbacks/callbacks-page.tsx";
export { ComparePage } from "./compare/compare-page.tsx";
export { InstancePage } from "./instance/instance-page.tsx";
export { InstancesPage } from "./instances/instances-page.tsx";
export { MailboxPage } from "./mailbox/mailbox-page.tsx";
