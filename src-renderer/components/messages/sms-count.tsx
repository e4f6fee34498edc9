import { smsLength, withoutMark } from "../../../src-shared/mail/index.ts";
import { useTranslation } from "../texts/texts.ts";

/** Most characters named. */
const NAMED = 8;

/** How many SMS a text needs, and why, by the telephones' count. */
export function SmsCount({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  const { units, segments, left, forcing } = smsLength(withoutMark(text));
  return (
    <div className="soft sms-count">
      <p>{t("sms.length", { count: segments, units, left })}</p>
      {forcing.length > 0 && <p>{t("sms.forced", { signs: forcing.slice(0, NAMED).join(" ") })}</p>}
    </div>
  );
}
