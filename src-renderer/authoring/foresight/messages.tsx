import { useTranslation } from "../../components/index.ts";
import type { ForeseenFinding } from "./foreseen.ts";
import { latestEnd } from "./texts.ts";

/** More people than anybody reads. */
const MOST = 200;

/** When the flow can be over, and how many messages each person gets. */
export function Messages({ findings }: { readonly findings: readonly ForeseenFinding[] }) {
  const { t } = useTranslation();
  const figures = findings.flatMap(({ figures: numbers }) => numbers ?? []);
  const days = figures.find(({ kind }) => kind === "days");
  const [latestName, latestDay] = days?.kind === "days" ? latestEnd(t, days) : [];
  const people = figures.filter(({ kind }) => kind === "messages");
  return (
    <>
      {days?.kind === "days" && (
        <dl className="foresight-days">
          <dt>{t("foresight.earliest")}</dt>
          <dd>{days.earliest === 0 ? t("foresight.sameDay") : t("foresight.afterDays", { count: days.earliest })}</dd>
          <dt>{latestName}</dt>
          <dd>{latestDay}</dd>
        </dl>
      )}
      {people.length === 0 ? (
        <p>{t("foresight.noMessages")}</p>
      ) : (
        <table className="foresight-table">
          <caption>{t("foresight.messages")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("foresight.person")}</th>
              <th scope="col">{t("foresight.emailLeast")}</th>
              <th scope="col">{t("foresight.emailMost")}</th>
              <th scope="col">{t("foresight.smsLeast")}</th>
              <th scope="col">{t("foresight.smsMost")}</th>
            </tr>
          </thead>
          <tbody>
            {people.slice(0, MOST).map((one) => one.kind === "messages" && <MessageRow key={one.who} {...one} />)}
          </tbody>
        </table>
      )}
      {people.length > MOST && <p className="soft">{t("common.more", { count: people.length - MOST })}</p>}
    </>
  );
}

type MessageFigures = Extract<NonNullable<ForeseenFinding["figures"]>, { readonly kind: "messages" }>;

function MessageRow({ who, least, most }: MessageFigures) {
  return (
    <tr>
      <th scope="row">{who}</th>
      <td>{least.email}</td>
      <td>{most.email}</td>
      <td>{least.sms}</td>
      <td>{most.sms}</td>
    </tr>
  );
}
