import { Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { copy, host, reasonText } from "../../app/index.ts";
import { Button, Dialog, InputField, useTranslation } from "../../components/index.ts";

/** Where an account's service sends its callbacks, so that runs are looked at at once [Y13]. */
export function CallbackAddress({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [url, setUrl] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    void host.call("sync.accounts.callbackUrl", { name }).then((answer) => {
      if (answer.ok) setUrl(answer.value.url);
      else setProblem(reasonText(answer.error.message));
    });
  }, [name]);
  return (
    <Dialog open onClose={onClose} title={t("sync.callbacks.title", { name })} description={t("sync.callbacks.text")}>
      {problem === null ? (
        <InputField label={t("common.address")} value={url} readOnly onChange={() => undefined} />
      ) : (
        <p className="form-problem" role="alert">
          {problem}
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
