import { MessageSquarePlus } from "lucide-react";
import { useState } from "react";
import { Button, useTranslation } from "../../../components/index.ts";
import { messagesOf } from "../../model/messages.ts";
import type { SectionProps } from "../../model/problems.ts";
import { freeName } from "../../model/stage-acts.ts";
import { useSession } from "../../session/use-session.ts";
import { MessageRow } from "./message-row.tsx";
import "./messages.css";

/** The flow's messages: their texts, their uses, and the reader's preview. */
export function MessagesSection({ analysis }: SectionProps) {
  const { t } = useTranslation();
  const session = useSession();
  const messages = messagesOf(analysis);
  const [chosen, setChosen] = useState<string | null>(messages[0]?.name ?? null);
  const add = async () => {
    const name = freeName(
      "message",
      messages.map((message) => message.name),
    );
    if (await session.change([{ intent: "addMessage", name, value: t("messages.newText") }])) setChosen(name);
  };
  return (
    <div className="messages">
      <p className="param-help">{t(messages.length === 0 ? "messages.none" : "messages.help")}</p>
      <ul className="message-list" aria-label={t("common.messages")}>
        {messages.map((message) => (
          <MessageRow
            key={message.name}
            analysis={analysis}
            message={message}
            open={message.name === chosen}
            onOpen={(open) => setChosen(open ? message.name : null)}
          />
        ))}
      </ul>
      <div className="section-adds">
        <Button icon={MessageSquarePlus} onClick={() => void add()}>
          {t("messages.add")}
        </Button>
      </div>
    </div>
  );
}
