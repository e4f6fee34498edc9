import { useDeferredValue, useState } from "react";
import { messageContent, sampleLink, withLink } from "../../../../src-shared/mail/index.ts";
import { useHost } from "../../../app/index.ts";
import { Choice, MessageBody, Simulated, type Translate, useTranslation } from "../../../components/index.ts";
import type { MessageUse } from "../../model/messages.ts";
import "./message-preview.css";

interface Props {
  readonly title: string;
  /** By the method of the message. */
  readonly textOf: (way: MessageUse) => string;
  readonly ways: readonly MessageUse[];
}

/** The message as it would be delivered, made by the same code as the real one; only its link is inactive. */
export function MessagePreview({ title, textOf, ways }: Props) {
  const { t } = useTranslation();
  const service = useHost((state) => state.workspace?.serviceUrl) ?? "";
  const [chosen, setChosen] = useState("");
  const way = ways.find((each) => wayKey(each) === chosen) ?? ways[0];
  const body = useDeferredValue(way === undefined ? "" : textOf(way));
  if (way === undefined) return null;
  const { kind, method } = way;
  const message = withLink(messageContent(kind, method, title, body), sampleLink(service));
  return (
    <section className="message-preview" aria-label={t("messages.preview")}>
      <header className="message-preview-head">
        <Choice
          label={t("messages.previewAs")}
          value={wayKey(way)}
          onChange={setChosen}
          options={ways.map((each) => [wayKey(each), wayWords(t, each)] as const)}
        />
        <Simulated />
      </header>
      {message.subject !== null && (
        <p className="message-subject">
          <span className="soft">{t("messages.subject")}</span> <strong>{message.subject}</strong>
        </p>
      )}
      <MessageBody message={{ ...message, method }} link={null} />
      <p className="soft">{t("messages.previewLink")}</p>
    </section>
  );
}

const wayKey = ({ kind, method }: MessageUse): string => `${kind} ${method}`;

/** The name of a use, such as `Invitation by e-mail`. */
export const wayWords = (t: Translate, { kind, method }: MessageUse): string =>
  t(`messages.way_${method}`, { kind: t(`mailbox.kind.${kind}`) });
