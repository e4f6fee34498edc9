import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Choice } from "./page.tsx";
import { SmsCount } from "./sms-count.tsx";

/** A message as its reader sees it: an SMS as a bubble, an e-mail rendered without scripts or as its plain text. */
export function MessageBody({
  message: { method, text, html },
}: {
  readonly message: { readonly method: "email" | "sms"; readonly text: string; readonly html: string | null };
}) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<"html" | "text">("html");
  if (method === "sms")
    return (
      <div className="sms-ground">
        <p className="sms">{text}</p>
        <SmsCount text={text} />
      </div>
    );
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
          {text}
        </pre>
      )}
    </div>
  );
}
