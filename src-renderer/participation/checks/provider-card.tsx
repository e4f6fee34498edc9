import { FlaskConical } from "lucide-react";
import type { ReactNode } from "react";
import type { AuthenticationProvider } from "../../../src-shared/authentication/index.ts";
import { useTranslation } from "../session/texts.ts";
import "./checks.css";

interface Props {
  readonly provider: AuthenticationProvider;
  /** At the far end of the head. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** The frame around every step of a provider: its name, and the note that it is simulated [U5]. */
export function ProviderCard({ provider, aside, children }: Props) {
  const { t } = useTranslation();
  return (
    <fieldset className="step provider-card">
      <legend className="visually-hidden">
        {t("common.simulated")} {t(`auth.provider.${provider}`)}
      </legend>
      <div className="provider-head" aria-hidden="true">
        <span className="ribbon-word">
          <FlaskConical className="icon" />
          {t("common.simulated")}
        </span>
        <strong>{t(`auth.provider.${provider}`)}</strong>
      </div>
      {aside}
      {children}
    </fieldset>
  );
}
