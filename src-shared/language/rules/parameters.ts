import { authenticationProviders, isProvider, providers, takesCode } from "../../authentication/index.ts";
import { isEmailAddress, msg, nearest, short, type Translatable } from "../../basics/index.ts";
import { documentRedirects } from "../model/process.ts";
import type { Reading } from "../model/reading.ts";
import { choices, nameOf } from "../schema/check.ts";
import { replacing } from "../syntax/problems.ts";
import { headRange, isUnset, member, memberText, type Node, type ScalarNode, shownRange } from "../syntax/tree.ts";
import { signer } from "./example.ts";
import { hasControls } from "./names.ts";
import { type FieldCheck, providerFields, providersFor } from "./providers.ts";
import type { Report, Rule, RuleContext } from "./rule.ts";
import { hasUserInfo, httpHost, isLoopback, noWebAddress } from "./url.ts";

/** Rules on authentication, settings, duration and callback: P. */
export const parameterRules: readonly Rule[] = [
  {
    id: "P001",
    severity: "error",
    what: "A provider gets its own fields only, within their ranges.",
    fails: { users: signer("auth_to_sign: { provider: se_eid, max_failures: 256 }") },
    passes: { users: signer("auth_to_sign: { provider: se_eid, max_failures: 3 }") },
    needsDraft: true,
    check: checkFields,
  },
  {
    id: "P002",
    severity: "error",
    what: "The provider is one that the interface names.",
    fails: { users: signer("auth_to_sign: { provider: pigeon }") },
    passes: { users: signer("auth_to_sign: { provider: ftn }") },
    needsDraft: true,
    check: checkProvider,
  },
  {
    id: "P003",
    severity: "error",
    what: "Whoever authenticates by SMS has a phone number.",
    fails: { users: signer("auth_to_sign: { provider: sms_otp }") },
    passes: { users: signer('phone_number: "+46701740605"\n  auth_to_sign: { provider: sms_otp }') },
    needsDraft: true,
    check: ({ authentications }, report) => {
      for (const { provider, node, providerNode, participant } of authentications) {
        if (!takesCode(provider) || participant.phoneNumber !== null) continue;
        const message = msg`\`${short(participant.name)}\` authenticates by SMS and has no phone number: add \`phone_number\` to the participant.`;
        report({ node: providerNode ?? node, message });
      }
    },
  },
  {
    id: "P004",
    severity: "error",
    what: "A method that authenticates to view only is not used to sign.",
    fails: { users: signer("auth_to_sign: { provider: dk_eid_new }") },
    passes: { users: signer("auth_to_view: { provider: dk_eid_new }") },
    needsDraft: true,
    check: ({ authentications }, report) => {
      for (const { provider, node, providerNode, key } of authentications) {
        if (key !== "auth_to_sign" || !isProvider(provider) || !authenticationProviders[provider].viewOnly) continue;
        const message = msg`\`${provider}\` authenticates to view only: use another provider in \`auth_to_sign\`, such as ${choices(providersFor(key))}.`;
        report({ node: providerNode ?? node, message });
      }
    },
  },
  {
    id: "P005",
    severity: "error",
    what: "`duration` is 1 to 365 days, `accessible_duration` 1 to 3650, `automatic_document_redirects` one of its three values.",
    fails: { top: "duration: 400" },
    passes: { top: "duration: 365" },
    needsDraft: true,
    check: checkSettings,
  },
  {
    id: "P006",
    severity: "error",
    what: "The callback has a web address without user name and password: they belong in `auth`, where the user name has no colon and no control characters. A host that is neither this machine nor allowed in the workspace gets a warning, because local runs then deliver to the built-in receiver.",
    fails: { top: "callback: { url: ftp://localhost/hook }" },
    passes: { top: "callback: { url: http://localhost:8080/hook }" },
    needsDraft: true,
    check: checkCallback,
  },
  {
    id: "P007",
    severity: "error",
    what: "An e-mail address is one address, and a phone number has digits and what parts them only.",
    fails: { users: signer('email: "alice@example.test, bob@example.test"') },
    passes: { users: signer("email: alice@example.test") },
    check: checkContacts,
  },
];

/** Digits with the signs that people put between them; in front of the first, at most a + and a parenthesis. */
export const isPhoneNumber = (text: string): boolean => PHONE_NUMBER.test(text);

/** As addresses are compared: e-mail without case, telephone numbers without the signs between their digits. */
export const comparableAddress = (text: string): string =>
  isPhoneNumber(text) ? text.replaceAll(/[^\d+]/g, "") : text.toLowerCase();

const PHONE_NUMBER = /^\+?\(?\d[\d ()./-]*$/;

function checkContacts({ participants }: Reading, report: Report): void {
  for (const { node, idType, id } of participants.values()) {
    for (const field of ["email", "phone_number"] as const) {
      for (const place of [memberText(node, field), idType === field ? id : null]) {
        const message = place === null ? null : wrongContact(field, String(place.value));
        if (place !== null && message !== null) report({ node: place, message });
      }
    }
  }
}

/** null: valid, or empty, which S004 reports. */
function wrongContact(field: "email" | "phone_number", text: string): Translatable | null {
  const fits = field === "email" ? isEmailAddress(text) : isPhoneNumber(text);
  if (fits || text === "") return null;
  return field === "email"
    ? msg`\`${short(text)}\` is not a valid e-mail address: write one, such as alice@example.test.`
    : msg`\`${short(text)}\` is not a valid phone number: write one with its country code, such as +46701740605.`;
}

/** `sms_pin` is V202's. A provider that is missing or no text is the shape check's. */
function checkProvider({ authentications }: Reading, report: Report): void {
  for (const { provider, providerNode } of authentications) {
    if (providerNode === null || isProvider(provider) || provider === "sms_pin") continue;
    const meant = nearest(provider, providers);
    const message = msg`\`${short(provider)}\` is not a known provider: write ${choices(providers)}.`;
    const fix = meant === null ? null : replacing(msg`Write \`${meant}\``, providerNode, JSON.stringify(meant));
    report({ node: providerNode, message, fix });
  }
}

function checkFields({ authentications }: Reading, report: Report): void {
  for (const { provider, node, key } of authentications) {
    if (!isProvider(provider)) continue;
    const fields = providerFields(provider, key);
    for (const [name, value] of node.entries) {
      // The token is V204's.
      if (name === "provider" || (name === "require_auto_start_token" && provider === "se_eid")) continue;
      const field: FieldCheck | undefined = fields.get(name);
      if (field === undefined) {
        const message = msg`\`${short(name)}\` is not a field of \`${provider}\` in \`${key}\`: ${advice(name, fields.keys())}`;
        report({ node: value, range: headRange(value), message });
      } else if (!isUnset(value) && !field.accepts(value))
        report({ node: value, range: shownRange(value), message: msg`${nameOf(value)} must be ${field.expected}.` });
    }
  }
}

function advice(name: string, known: Iterable<string>): Translatable {
  const meant = nearest(name, known);
  return meant === null ? msg`remove it.` : msg`did you mean \`${meant}\`?`;
}

function checkSettings({ root }: Reading, report: Report): void {
  const days = (node: Node | null, low: number, high: number): void => {
    if (node === null || isUnset(node) || node.kind === "unknown") return;
    const value = node.kind === "scalar" ? node.value : null;
    if (typeof value === "number" && Number.isInteger(value) && value >= low && value <= high) return;
    report({ node, message: msg`${nameOf(node)} must be a whole number of days from ${low} to ${high}.` });
  };
  days(member(root, "duration"), 1, 365);
  const settings = member(root, "process_settings");
  days(member(settings, "accessible_duration"), 1, 3650);
  const redirects = member(settings, "automatic_document_redirects");
  if (redirects === null || isUnset(redirects) || redirects.kind === "unknown") return;
  if (redirects.kind === "scalar" && documentRedirects.some((known) => known === redirects.value)) return;
  report({ node: redirects, message: msg`${nameOf(redirects)} must be ${choices(documentRedirects)}.` });
}

function checkCallback({ root }: Reading, report: Report, { allowedCallbackHosts }: RuleContext): void {
  const callback = member(root, "callback");
  checkUserName(memberText(member(callback, "auth"), "username"), report);
  const url = memberText(callback, "url");
  if (url === null) return;
  const address = String(url.value);
  const host = httpHost(address);
  // The address itself is not repeated where it may hold a password.
  const taken = msg`The address contains a user name, which is never sent: remove it and write it in \`auth\` of the callback.`;
  if (hasUserInfo(address)) report({ node: url, message: taken });
  else if (host === null) report({ node: url, message: noWebAddress(address) });
  else if (!isLoopback(host) && !allowedCallbackHosts.includes(host)) {
    const message = msg`Callbacks to \`${short(host)}\` are not sent from here; local runs deliver to the built-in receiver. Allow the host in the workspace to send them.`;
    report({ node: url, severity: "warning", message });
  }
}

function checkUserName(node: ScalarNode | null, report: Report): void {
  if (node === null || wrongUserName(String(node.value)) === null) return;
  report({ node, message: msg`The user name of the callback has a colon or control characters: remove them.` });
}

/** What a user name of basic authentication cannot hold (RFC 7617, 2), to follow its noun; null: nothing. */
export function wrongUserName(name: string): string | null {
  if (name.includes(":")) return "has a colon, at which the receiver cuts it off";
  return hasControls(name) ? "has control characters or line ends" : null;
}
