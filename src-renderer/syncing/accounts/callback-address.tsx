import { Copy } from "lucide-react";
import { copy, reasonText, useCall } from "../../app/index.ts";
import { Button, Dialog, InputField, useTranslation } from "../../components/index.ts";

/** The address to which an account's service sends callbacks, so that runs are checked at once [Y13]. */
export function CallbackAddress({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { value, error } = useCall("sync.accounts.callbackUrl", { name });
  const url = value?.url ?? "";
  return (
    <Dialog open onClose={onClose} title={t("sync.callbacks.title", { name })} description={t("sync.callbacks.text")}>
      {error === null ? (
        <InputField label={t("common.address")} value={url} readOnly onChange={() => undefined} />
      ) : (
        <p className="form-problem" role="alert">
          {reasonText(error.message)}
        </p>
      )}
      <p className="soft">{t("sync.callbacks.where")}</p>
      <div className="dialog-foot">
        <Button onClick={onClose}>{t("common.close")}</Button>
        <Button
          look="primary"
          icon={Copy}
          blocked={url === "" ? t("sync.callbacks.wait") : null}
          onClick={() => void copy(url, t("sync.callbacks.what"))}
        >
          {t("sync.callbacks.copy")}
        </Button>
      </div>
    </Dialog>
  );
}
