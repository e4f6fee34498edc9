import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Choice } from "../components/page.tsx";
import type { Mail } from "./types.ts";

/** The message as its reader sees it: an SMS as a bubble, an e-mail rendered without scripts or as its plain text. */
export function MailBody({ mail }: { readonly mail: Mail }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<"html" | "text">("html");
  if (mail.method === "sms")
    return (
      <div className="sms-ground">
        <p className="sms">{mail.text}</p>
        <p className="soft sms-count">{t("mailbox.characters", { count: mail.text.length })}</p>
      </div>
    );
  const html = mail.html;
  return (
    <div className="mail-body">
      {html !== null && (
        <div className="mail-bar">
          <Choice
            label={t("mailbox.show")}
            value={shown}
            onChange={setShown}
            options={[
              ["html", t("mailbox.rendered")],
              ["text", t("mailbox.text")],
            ]}
          />
        </div>
      )}
      {html !== null && shown === "html" ? (
        // An empty sandbox: no scripts, no forms, no way out of the frame. Links are opened from the button above.
        <iframe className="mail-frame" title={t("mailbox.message")} sandbox="" srcDoc={html} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must scroll by keyboard
        <pre className="mail-text" tabIndex={0}>
          {mail.text}
        </pre>
      )}
    </div>
  );
}
