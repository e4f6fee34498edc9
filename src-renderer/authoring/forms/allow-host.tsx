import { Globe } from "lucide-react";
import { callOrNotify, notify, useHost } from "../../app/index.ts";
import { Button, useTranslation } from "../../components/index.ts";

interface Props {
  /** Where the flow's callbacks go. */
  readonly url: string;
  readonly look?: "ghost";
}

/** [P006] One click allows callbacks to the host of the address; empty if they are allowed already. */
export function AllowHost({ url, look }: Props) {
  const { t } = useTranslation();
  const hosts = useHost((state) => state.workspace?.callbackHosts) ?? [];
  const name = URL.canParse(url) ? new URL(url).hostname.toLowerCase().replace(/\.$/, "") : "";
  if (name === "" || hosts.includes(name)) return null;
  const allow = async () => {
    const input = { hosts: [...hosts, name] };
    if (await callOrNotify(t("settings.hostsFailed"), "callbacks.setAllowedHosts", input))
      notify(t("callbackForm.hostAllowed", { host: name }));
  };
  return (
    <Button icon={Globe} writes {...(look && { look })} onClick={() => void allow()}>
      {t("callbackForm.allowHost", { host: name })}
    </Button>
  );
}
