import { Button, SearchSelect, useReadOnly, useTranslation } from "../../components/index.ts";
import { callOrNotify } from "../notices/notify.ts";
import { Row } from "./settings-parts.tsx";

/** The workspace's time zone, and a way to follow the machine once its own has changed. */
export function TimeZoneRow({ zone }: { readonly zone: string }) {
  const { t } = useTranslation();
  const readOnly = useReadOnly();
  const machine = Intl.DateTimeFormat().resolvedOptions().timeZone;
  // A zone that this browser does not list is still the workspace's.
  const zones = [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC", machine, zone])].sort();
  const take = async (timeZone: string) => {
    await callOrNotify(t("settings.timeZoneFailed"), "workspace.setTimeZone", { timeZone });
  };
  return (
    <Row name={t("settings.timeZone")} hint={t("settings.timeZoneHint")}>
      <div className="settings-values">
        <SearchSelect
          label={t("settings.timeZone")}
          value={zone}
          disabled={readOnly !== null}
          options={zones.map((name) => [name, name])}
          onChange={(name) => void take(name)}
        />
        {machine !== zone && (
          <div className="buttons">
            <span>{t("settings.machineZone", { zone: machine })}</span>
            <Button writes onClick={() => void take(machine)}>
              {t("settings.useMachineZone")}
            </Button>
          </div>
        )}
      </div>
    </Row>
  );
}
