import { Fragment, useState } from "react";
import { controlsShown } from "../../../src-shared/basics/index.ts";
import type { NotificationMethod } from "../../../src-shared/flow/index.ts";
import { Choice } from "../controls/choice.tsx";
import { useTranslation } from "../texts/texts.ts";
import { SmsCount } from "./sms-count.tsx";
import "./message.css";

interface MessageBodyProps {
  readonly message: { readonly method: NotificationMethod; readonly text: string; readonly html: string | null };
  /** The link in it that opens in a new window; null: none does, as in a preview. */
  readonly link: string | null;
}

/** Direction marks are made visible here, and stay unchanged in the message itself. */
const withMarksShown = (text: string): string => controlsShown(text.replaceAll(/\r\n?/g, "\n"));

/** A message as its reader sees it: an SMS as a bubble, an e-mail rendered without scripts or as its plain text. */
export function MessageBody({ message, link }: MessageBodyProps) {
  const { t } = useTranslation();
  const { method } = message;
  const text = withMarksShown(message.text);
  const html = message.html === null ? null : withMarksShown(message.html);
  const [shown, setShown] = useState<"html" | "text">("html");
  if (method === "sms")
    return (
      <div className="sms-ground">
        <p className="sms">
          <LinkedText text={text} link={link} />
        </p>
        <SmsCount text={message.text} />
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
        // No scripts and no forms; a link opens a new window, or nothing, and never replaces the frame.
        <iframe
          className="mail-frame"
          title={t("mailbox.message")}
          sandbox={link === null ? "" : "allow-popups allow-popups-to-escape-sandbox"}
          srcDoc={html.replace("<head>", '<head><base target="_blank">')}
        />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must scroll by keyboard
        <pre className="mail-text" tabIndex={0}>
          <LinkedText text={text} link={link} />
        </pre>
      )}
    </div>
  );
}

function LinkedText({ text, link }: { readonly text: string; readonly link: string | null }) {
  const [before = "", ...rest] = link === null ? [text] : text.split(link);
  return (
    <>
      {before}
      {rest.map((after, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
        <Fragment key={index}>
          <a href={link ?? undefined} target="_blank" rel="noreferrer">
            {link}
          </a>
          {after}
        </Fragment>
      ))}
    </>
  );
}
