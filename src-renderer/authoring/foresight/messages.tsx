import { Route } from "lucide-react";
import { useId, useState } from "react";
import type { ShownRun } from "../../../src-shared/foresight/index.ts";
import { IconButton, useTranslation } from "../../components/index.ts";
import { AskedRun } from "./asked-run.tsx";
import type { ForeseenFinding } from "./foreseen.ts";
import { ShowRunButton } from "./show-run-button.tsx";
import { figuresIn, latestEnd, runTitle } from "./texts.ts";

/** Most people listed. */
const MOST = 200;

/** When the flow can be over, and how many messages each person gets; each expands to the runs that show it. */
export function Messages({ findings }: { readonly findings: readonly ForeseenFinding[] }) {
  const { t } = useTranslation();
  const { days, people } = figuresIn(findings);
  const [latestName, latestDay] = days === null ? ["", ""] : latestEnd(t, days);
  return (
    <>
      {days && (
        <dl className="foresight-days">
          <Day name={t("foresight.earliest")} day={t("foresight.sameDay")} at={days.at} shows="earliest" />
          <Day name={latestName} day={latestDay} at={days.at} shows="latest" />
        </dl>
      )}
      {people.length === 0 ? (
        <p>{t("foresight.noMessages")}</p>
      ) : (
        <table className="foresight-table">
          <caption>{t("foresight.messages")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("common.person")}</th>
              <th scope="col">{t("foresight.emailLeast")}</th>
              <th scope="col">{t("foresight.emailMost")}</th>
              <th scope="col">{t("foresight.smsLeast")}</th>
              <th scope="col">{t("foresight.smsMost")}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {people.slice(0, MOST).map((one) => (
              <MessageRow key={one.who} {...one} />
            ))}
          </tbody>
        </table>
      )}
      {people.length > MOST && <p className="soft">{t("common.more", { count: people.length - MOST })}</p>}
    </>
  );
}

interface DayProps {
  readonly name: string;
  readonly day: string;
  /** The finding's place. */
  readonly at: number;
  readonly shows: ShownRun["shows"];
}

function Day({ name, day, at, shows }: DayProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const title = `${name}: ${day}`;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{day}</dd>
      <dd>
        <ShowRunButton problem={title} controls={id} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
      </dd>
      {isOpen && (
        <dd className="foresight-day-run">
          <AskedRun run={{ of: "figures", at, shows }} {...{ id, title }} />
        </dd>
      )}
    </div>
  );
}

type MessageRowProps = ReturnType<typeof figuresIn>["people"][number];

function MessageRow({ who, least, most, at, shows }: MessageRowProps) {
  const { t } = useTranslation();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <tr>
        <th scope="row">{who}</th>
        <td>{least.email}</td>
        <td>{most.email}</td>
        <td>{least.sms}</td>
        <td>{most.sms}</td>
        <td>
          <IconButton
            icon={Route}
            label={t("problems.showRun", { problem: runTitle(t, { who, shows }, "all") })}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setOpen(!isOpen)}
          />
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td id={id} colSpan={6} className="foresight-message-runs">
            {shows.map((one) => (
              <MessageRun key={one} title={runTitle(t, { who, shows }, one)} {...{ at, shows: one }} />
            ))}
          </td>
        </tr>
      )}
    </>
  );
}

function MessageRun({ title, at, shows }: Omit<DayProps, "name" | "day"> & { readonly title: string }) {
  const id = useId();
  return (
    <>
      <h3>{title}</h3>
      <AskedRun run={{ of: "figures", at, shows }} {...{ id, title }} />
    </>
  );
}
