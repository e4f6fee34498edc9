import { host } from "../../app/index.ts";
import { NameDialog, useTranslation } from "../../components/index.ts";

export const LONGEST_NAME = 100;

export function RenameAccount({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const rename = async (to: string) => {
    const renamed = await host.call("sync.accounts.rename", { name, to });
    return renamed.ok ? null : renamed.error.message;
  };
  const words = { title: t("sync.rename"), label: t("sync.renameLabel"), done: t("common.rename") };
  return <NameDialog {...words} value={name} maxLength={LONGEST_NAME} onDone={rename} onClose={onClose} />;
}
