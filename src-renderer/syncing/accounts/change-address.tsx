import { doneAfterAll, host, notify, reasonText, stopAsking } from "../../app/index.ts";
import { NameDialog, useTranslation } from "../../components/index.ts";

const LONGEST_ADDRESS = 2_000;

interface Props {
  readonly name: string;
  readonly url: string;
  readonly onClose: () => void;
}

/** The account's service has moved: checks the new address first, with the existing credentials [Y14]. */
export function ChangeAddress({ name, url, onClose }: Props) {
  const { t } = useTranslation();
  const change = async (to: string) => {
    const changed = await host.call("sync.accounts.setAddress", { name, url: to });
    if (!changed.ok) return reasonText(changed.error.message);
    doneAfterAll(name);
    notify(t("sync.addressChanged", { name }));
    return null;
  };
  const words = { title: t("sync.addressTitle", { name }), description: t("sync.addressText") };
  const labels = { label: t("sync.url"), done: t("sync.addressDone"), first: t("sync.addressFirst") };
  return (
    <NameDialog
      {...words}
      {...labels}
      value={url}
      maxLength={LONGEST_ADDRESS}
      onDone={change}
      onStop={() => stopAsking(name)}
      waitsFor={name}
      onClose={onClose}
    />
  );
}
