import { Plug, Send, Unplug } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { OutputOf } from "../../../src-shared/bridge/index.ts";
import { type MailServer, mailServerHosts, serverName } from "../../../src-shared/mail/index.ts";
import { Button, Select, useReadOnly, useTranslation, Waiting } from "../../components/index.ts";
import { useCall } from "../connection/use-call.ts";
import { reasonText } from "../language/i18n.ts";
import { callOrNotify } from "../notices/notify.ts";
import { Row, Section } from "./settings-parts.tsx";

/** Where e-mail is also delivered, besides the mailbox: a server on this machine, once the author names one. */
export function MailSettings() {
  const { t } = useTranslation();
  const server = useCall("mailbox.server", {}, ["settings"]);
  const { value, reload } = server;
  const change = async (server: MailServer | null) => {
    await callOrNotify(t("settings.mailServerFailed"), "mailbox.setServer", { server });
    reload();
  };
  return (
    <Section title={t("settings.mail")}>
      <Row name={t("settings.mailServer")} hint={t("settings.mailServerHint")}>
        <Waiting of={server} title={t("settings.unread")} rows={1} />
        {value?.server === null && <ServerForm onName={change} />}
        {value && value.server !== null && <Delivering server={value.server} onStop={() => void change(null)} />}
      </Row>
    </Section>
  );
}

/** The default port of test inboxes such as Mailpit. */
const USUAL_PORT = "1025";

function ServerForm({ onName }: { readonly onName: (server: MailServer) => Promise<void> }) {
  const { t } = useTranslation();
  const readOnly = useReadOnly();
  const [host, setHost] = useState<MailServer["host"]>("127.0.0.1");
  const [port, setPort] = useState(USUAL_PORT);
  const number = /^\d{1,5}$/.test(port.trim()) ? Number(port) : 0;
  const isPort = number >= 1 && number <= 65_535;
  const name = (event: FormEvent) => {
    event.preventDefault();
    if (isPort) void onName({ host, port: number });
  };
  return (
    <div className="settings-values">
      <span className="soft">{t("settings.mailServerOff")}</span>
      <form className="buttons" onSubmit={name}>
        <Select
          aria-label={t("settings.mailServerHost")}
          value={host}
          disabled={readOnly !== null}
          options={mailServerHosts.map((address) => [address, address])}
          onChange={setHost}
        />
        <label className="buttons">
          {t("settings.mailServerPort")}
          <input
            className="field settings-port"
            inputMode="numeric"
            disabled={readOnly !== null}
            value={port}
            onChange={(event) => setPort(event.target.value)}
          />
        </label>
        <Button type="submit" icon={Plug} writes blocked={isPort ? null : t("settings.mailServerPortFirst")}>
          {t("settings.mailServerStart")}
        </Button>
      </form>
    </div>
  );
}

function Delivering({ server, onStop }: { readonly server: MailServer; readonly onStop: () => void }) {
  const { t } = useTranslation();
  const [tested, setTested] = useState<OutputOf<"mailbox.testServer"> | "asking" | null>(null);
  const test = async () => {
    setTested("asking");
    setTested(await callOrNotify(t("settings.mailTestFailed"), "mailbox.testServer", {}));
  };
  return (
    <div className="settings-values">
      <code>{serverName(server)}</code>
      <div className="buttons">
        <Button
          icon={Send}
          writes
          onClick={() => void test()}
          blocked={tested === "asking" ? t("settings.mailTesting") : null}
        >
          {t("settings.mailTest")}
        </Button>
        <Button look="ghost" icon={Unplug} writes onClick={onStop}>
          {t("settings.mailServerStop")}
        </Button>
      </div>
      <p role="status" className="settings-answer">
        {tested === "asking" && t("settings.mailTesting")}
        {tested !== null && tested !== "asking" && reasonText(tested.answer)}
      </p>
    </div>
  );
}
