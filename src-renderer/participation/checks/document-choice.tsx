import { useId, useMemo } from "react";
import { countries, countryName, type IdentityDocument } from "../../../src-shared/authentication/index.ts";
import type { AuthenticationNeed } from "../../../src-shared/service/index.ts";
import { Select } from "../../components/controls/inputs.tsx";
import { useTranslation } from "../session/texts.ts";

type Identity = NonNullable<AuthenticationNeed["identity"]>;

/** The most likely country of document for a language's readers. */
const COUNTRY_OF: Readonly<Record<string, string>> = { sv: "SWE", nb: "NOR", da: "DNK", fi: "FIN", en: "GBR" };

/** Alpha-3 code and name, in the order of the names. */
function useCountries(allowed: readonly string[]): readonly (readonly [code: string, name: string])[] {
  const { i18n } = useTranslation();
  return useMemo(() => {
    const codes = allowed.length === 0 ? countries : allowed;
    const named = codes.map((code) => [code, countryName(code, i18n.language)] as const);
    return named.sort(([, one], [, other]) => one.localeCompare(other, i18n.language));
  }, [allowed, i18n.language]);
}

interface Props {
  readonly identity: Identity;
  readonly document: IdentityDocument;
  readonly country: string | null;
  readonly onDocument: (document: IdentityDocument) => void;
  readonly onCountry: (country: string) => void;
}

/** Kind and country of the document, from those that the flow allows. */
export function DocumentChoice({ identity, document, country, onDocument, onCountry }: Props) {
  const { t, i18n } = useTranslation();
  const group = useId();
  const offered = useCountries(identity.countries);
  const usual = COUNTRY_OF[i18n.language] ?? "";
  const first = offered.find(([code]) => code === usual) ?? offered[0];
  return (
    <>
      <Select label={t("check.country")} value={country ?? first?.[0] ?? ""} options={offered} onChange={onCountry} />
      <fieldset className="document-kinds">
        <legend>{t("check.kindOfDocument")}</legend>
        {identity.documents.map((kind) => (
          <label key={kind} className="check">
            <input type="radio" name={group} checked={kind === document} onChange={() => onDocument(kind)} />
            {t(`check.kind.${kind}`)}
          </label>
        ))}
      </fieldset>
    </>
  );
}
