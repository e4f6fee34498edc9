import { z } from "zod";
import { comparableAddress } from "../../src-shared/language/index.ts";
import { local } from "../../src-shared/service/index.ts";
import { settingKey } from "../engine/index.ts";
import type { MailRule } from "../host/index.ts";
import type { StoreReads } from "../store/index.ts";
import { jsonSetting } from "../workspace/index.ts";

/** One author's rules for addresses; of each kind, the first for the address counts, else the first for every other. */
export const mailRules = z.array(local.newMailRule);

/** A rule and the account that set it: it meets the mail of that account's instances only. */
export interface OwnedMailRule extends MailRule {
  readonly accountId: string;
}

/** Rules from before rules had owners have no account: they belong to the workspace's first author. */
const storedRules = z.array(local.mailRule.extend({ accountId: z.string().optional() }));

/** The rules of every author, each author's in their order. @throws DamagedRowError */
export function storedMailRules(settings: StoreReads["settings"]): readonly OwnedMailRule[] {
  const first = settings.get(settingKey.defaultAccount) ?? "";
  return jsonSetting(settings, settingKey.mailRules, storedRules, []).map(({ accountId = first, ...rule }) => ({
    ...rule,
    accountId,
  }));
}

type Effect = MailRule["effect"];

/** What the account's rules of these kinds say of an address; null: nothing. */
export function effectFor(
  rules: readonly OwnedMailRule[],
  accountId: string,
  address: string,
  kinds: readonly Effect["kind"][],
): Effect | null {
  const wanted = comparableAddress(address);
  const own = rules.filter((rule) => rule.accountId === accountId && kinds.includes(rule.effect.kind));
  const named = own.find((rule) => rule.address !== "*" && comparableAddress(rule.address) === wanted);
  return (named ?? own.find((rule) => rule.address === "*"))?.effect ?? null;
}
