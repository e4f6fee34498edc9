import { MailWarning } from "lucide-react";
import { useState } from "react";
import { comparableAddress } from "../../../src-shared/language/index.ts";
import {
  ActionButton,
  type AppAction,
  callOrNotify,
  useActions,
  useCall,
  useListChanges,
  without,
} from "../../app/index.ts";
import { Dialog, ErrorState, useTranslation } from "../../components/index.ts";
import { RuleList } from "../reading/rule-list.tsx";
import type { MailRule } from "../types.ts";
import { NewMailRule } from "./new-mail-rule.tsx";

const NONE: readonly MailRule[] = [];

/** Opens the delivery rules. @param address of the message shown: the form begins with it */
export function MailRules({ address }: { readonly address: string | null }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { value, error, reload } = useCall("mailbox.rules", {}, ["settings"]);
  const rules = value?.items ?? NONE;
  const action: AppAction = {
    id: "mailbox.rules",
    icon: MailWarning,
    title: rules.length > 0 ? t("mailRules.on", { count: rules.length }) : t("mailRules.title"),
    group: t("nav.mailbox"),
    run: () => setOpen(true),
  };
  useActions([action]);
  const change = useListChanges<MailRule>({
    read: async () => (await callOrNotify(t("mailRules.unread"), "mailbox.rules", {}))?.items ?? null,
    send: async (items) => {
      const kept = await callOrNotify(t("mailRules.failed"), "mailbox.setRules", { items: [...items] });
      reload();
      return kept !== null;
    },
  });
  return (
    <>
      <ActionButton action={action} />
      {open && (
        <Dialog open onClose={() => setOpen(false)} title={t("mailRules.title")} description={t("mailRules.text")}>
          {error && <ErrorState error={error} title={t("mailRules.unread")} onRetry={reload} />}
          {value && rules.length === 0 && <p className="soft">{t("mailRules.none")}</p>}
          {rules.length > 0 && (
            <RuleList
              label={t("mailRules.rules")}
              icon={MailWarning}
              rules={rules}
              words={(rule) => <RuleWords rule={rule} />}
              removeLabel={({ address: of }) => t("mailRules.remove", { address: of })}
              onRemove={(rule) => void change((now) => without(now, rule))}
            />
          )}
          {value && <NewMailRule address={address} onAdd={(rule) => change((now) => withRule(now, rule))} />}
        </Dialog>
      )}
    </>
  );
}

/** The subject of a rule: of a bounce and a delay, only one can apply. */
const aboutOf = ({ effect: { kind } }: MailRule) => (kind === "bounce" || kind === "delay" ? "delivery" : kind);

const isInPlaceOf = (rule: MailRule) => (other: MailRule) =>
  comparableAddress(other.address) === comparableAddress(rule.address) && aboutOf(other) === aboutOf(rule);

/** One rule per address and subject; rules for all others come last, since the first match applies. */
export function withRule(rules: readonly MailRule[], rule: MailRule): readonly MailRule[] {
  const replaced = isInPlaceOf(rule);
  const all = [...rules.filter((other) => !replaced(other)), rule];
  return [...all.filter(({ address }) => address !== "*"), ...all.filter(({ address }) => address === "*")];
}

/** A rule in a sentence. */
function RuleWords({ rule: { address, effect } }: { readonly rule: MailRule }) {
  const { t } = useTranslation();
  const whose = address === "*" ? t("mailRules.all") : address;
  return (
    <span>
      {effect.kind === "bounce"
        ? t("mailRules.bounces", { address: whose, reason: effect.reason })
        : t(`mailRules.${effect.kind}s`, { address: whose, count: effect.minutes })}
    </span>
  );
}
