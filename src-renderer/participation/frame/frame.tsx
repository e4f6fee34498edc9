import { FlaskConical, Languages, WifiOff } from "lucide-react";
import { memo, type ReactNode } from "react";
import { isParticipantLanguage, participantLanguages } from "../../../src-shared/service/index.ts";
import { isolate } from "../../components/basics/isolate.ts";
import { BrandMark } from "../../components/marks/brand-mark.tsx";
import { chooseLanguage } from "../session/i18n.ts";
import { usePageState } from "../session/session.ts";
import { useTranslation } from "../session/texts.ts";
import "./frame.css";

/**
 * The frame around every view: the participant's name, the language, and the note that everything is simulated [U5].
 */
export function Frame({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <>
      <button type="button" className="skip-link" onClick={() => document.getElementById("content")?.focus()}>
        {t("common.skip")}
      </button>
      <TopBar />
      <main id="content" tabIndex={-1} className="content">
        {children}
      </main>
    </>
  );
}

export const TopBar = memo(() => {
  const name = usePageState(({ page }) => page?.participant.full_name);
  return (
    <>
      <header className="top-bar">
        <span className="wordmark">
          <BrandMark />
          Countersign
        </span>
        {name !== undefined && (
          <span className="acting-as">
            <ActingAs name={name} />
          </span>
        )}
        <LanguageChoice />
      </header>
      <Ribbon />
      <OfflineBar />
    </>
  );
});

/** Placeholder for the name in its sentence; no name consists of this character. */
const HERE = "\ufffc";

/** "You are Maja", with the name as plain text: markup in it is not interpreted. */
function ActingAs({ name }: { readonly name: string }) {
  const { t } = useTranslation();
  const [before, after] = t("frame.actingAs", { name: HERE }).split(HERE);
  return (
    <>
      {before}
      <strong>{isolate(name)}</strong>
      {after}
    </>
  );
}

function LanguageChoice() {
  const { t, i18n } = useTranslation();
  return (
    <label className="language">
      <Languages className="icon" aria-hidden />
      <span className="visually-hidden">{t("common.language")}</span>
      <select
        className="field"
        value={i18n.language}
        onChange={({ target }) => isParticipantLanguage(target.value) && void chooseLanguage(target.value)}
      >
        {Object.entries(participantLanguages).map(([language, name]) => (
          <option key={language} value={language} lang={language}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function Ribbon() {
  const { t } = useTranslation();
  return (
    <aside className="ribbon" aria-label={t("common.simulated")}>
      <span className="ribbon-word">
        <FlaskConical className="icon" aria-hidden />
        {t("common.simulated")}
      </span>
      <span className="ribbon-text">{t("frame.ribbon")}</span>
    </aside>
  );
}

/** A lost connection is reported once; the page below stays as it was. */
function OfflineBar() {
  const { t } = useTranslation();
  const away = usePageState(({ offline, page }) => offline && page !== null);
  return (
    <div role="status" className="offline-place">
      {away && (
        <p className="offline-bar">
          <WifiOff className="icon" aria-hidden />
          {t("frame.offline")}
        </p>
      )}
    </div>
  );
}
