import { CalendarX } from "lucide-react";
import { useState } from "react";
import { Button, useTranslation, Waiting } from "../../components/index.ts";
import { useCall } from "../connection/use-call.ts";
import { type Folder, folderName } from "../language/folder-name.ts";
import { RetentionDialog } from "./retention-dialog.tsx";
import { policyText } from "./retention-policy.tsx";
import { Row, Section } from "./settings-parts.tsx";

/** How long runs are kept, folder by folder, in words [C4]. */
export function Retention() {
  const { t } = useTranslation();
  const folders = useCall("folders.list", {}, ["settings"]);
  const [asked, setAsked] = useState<Folder | null>(null);
  const changing = asked && (folders.value?.items.find(({ id }) => id === asked.id) ?? asked);
  return (
    <Section title={t("retention.title")} hint={t("retention.hint")}>
      <Waiting of={folders} title={t("retention.failed")} rows={1} />
      {folders.value?.items.map((folder) => (
        <Row key={folder.id} name={folderName(t, folder)}>
          <div className="settings-values">
            <p>{policyText(t, folder.retention)}</p>
            <div className="buttons">
              <Button
                icon={CalendarX}
                writes
                aria-label={t("retention.changeThis", { folder: folderName(t, folder) })}
                onClick={() => setAsked(folder)}
              >
                {t("retention.change")}
              </Button>
            </div>
          </div>
        </Row>
      ))}
      {changing && <RetentionDialog folder={changing} onClose={() => setAsked(null)} />}
    </Section>
  );
}
