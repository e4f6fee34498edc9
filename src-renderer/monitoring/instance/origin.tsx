import { routeHref, useTime } from "../../app/index.ts";
import { useTranslation } from "../../components/index.ts";
import type { Detail } from "../types.ts";

/** The ways to the flow that a run was started from, and to the version of its text that ran. */
export function Origin({ instance: { draftId, flow, started, timeZone } }: { readonly instance: Detail }) {
  const { t } = useTranslation();
  const time = useTime(timeZone);
  if (draftId === null || flow === null) return null;
  return (
    <span className="run-origin">
      <a href={routeHref("flows", draftId)}>{t("common.flow")}</a>
      {flow.revision !== null && (
        <>
          {" · "}
          <a href={routeHref("flows", draftId, { version: String(flow.revision) })} title={time.dateTime(started)}>
            {t("instance.version")}
          </a>
        </>
      )}
    </span>
  );
}
