import { Check, CircleDashed, CircleDot } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Detail } from "./types.ts";

const ICONS = { done: Check, current: CircleDot, ahead: CircleDashed } as const;

export function Stages({ instance }: { readonly instance: Detail }) {
  const { t } = useTranslation();
  return (
    <section className="panel" aria-labelledby="stages-title">
      <h2 id="stages-title">{t("instance.stages")}</h2>
      <ol className="stages">
        {instance.stages.map(({ name, state }) => {
          const Icon = ICONS[state];
          return (
            <li key={name} className={`stage stage-${state}`} aria-current={state === "current" ? "step" : undefined}>
              <Icon className="icon" aria-hidden />
              <span className="truncate" title={name}>
                {name}
              </span>
              <span className="stage-state">{t(`stage.${state}`)}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
