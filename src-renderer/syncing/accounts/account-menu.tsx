import {
  CalendarX,
  Ellipsis,
  KeyRound,
  Link,
  ListChecks,
  PlugZap,
  RefreshCw,
  RefreshCwOff,
  Trash2,
  Webhook,
} from "lucide-react";
import { callOrNotify } from "../../app/index.ts";
import { IconButton, Menu, type MenuEntry, useTranslation } from "../../components/index.ts";
import type { Account } from "../types.ts";
import { checkAccount } from "./check-account.ts";

/** The dialogs of an account's card. */
export type Asked = "plan" | "credentials" | "rename" | "address" | "retention" | "callbacks" | "remove";

interface Props {
  readonly account: Account;
  readonly onAsk: (asked: Asked) => void;
}

export function AccountMenu({ account: { name, automatic, synced, level }, onAsk }: Props) {
  const { t } = useTranslation();
  const setAutomatic = () =>
    void callOrNotify(t("sync.automaticFailed"), "sync.accounts.setAutomatic", { name, automatic: !automatic });
  const syncing: readonly MenuEntry[] = [
    { label: t("sync.dryRun"), icon: ListChecks, writes: true, run: () => onAsk("plan") },
    {
      label: t(automatic ? "sync.automaticOff" : "sync.automaticOn"),
      icon: automatic ? RefreshCwOff : RefreshCw,
      writes: true,
      blocked: synced ? null : t("sync.is.fresh"),
      run: setAutomatic,
    },
  ];
  return (
    <Menu
      trigger={<IconButton icon={Ellipsis} label={t("sync.more", { name })} />}
      entries={[
        ...(level === "publish" ? [] : syncing),
        { label: t("sync.check"), icon: PlugZap, writes: true, run: () => void checkAccount(t, name) },
        { label: t("sync.newCredentials"), icon: KeyRound, writes: true, run: () => onAsk("credentials") },
        { label: t("sync.changeAddress"), icon: Link, writes: true, run: () => onAsk("address") },
        { label: t("sync.retention.change"), icon: CalendarX, writes: true, run: () => onAsk("retention") },
        { label: t("sync.callbacks.ask"), icon: Webhook, writes: true, run: () => onAsk("callbacks") },
        { label: t("sync.remove"), icon: Trash2, dangerous: true, writes: true, run: () => onAsk("remove") },
      ]}
    />
  );
}
