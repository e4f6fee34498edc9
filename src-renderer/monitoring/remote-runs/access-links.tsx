import { Copy, ExternalLink } from "lucide-react";
import { useState } from "react";
import { marksShown } from "../../../src-shared/basics/index.ts";
import { copy, useCall } from "../../app/index.ts";
import { Button, ButtonLink, useTranslation, Waiting } from "../../components/index.ts";

const hostOf = (url: string): string => (URL.canParse(url) ? marksShown(new URL(url).host) : marksShown(url));

interface Props {
  readonly account: string;
  /** Its key. */
  readonly run: string;
}

/** The participants' pages on the service: real ones, shown on request only [Y12]. */
export function AccessLinks({ account, run }: Props) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  const links = useCall("sync.links.list", isShown ? { name: account, run } : null, ["account"]);
  return (
    <section>
      <h2>{t("remoteRuns.links")}</h2>
      <p className="soft">{t("remoteRuns.linksText")}</p>
      <p>
        <Button aria-expanded={isShown} onClick={({ detail }) => detail <= 1 && setShown(!isShown)}>
          {t(isShown ? "remoteRuns.hideLinks" : "remoteRuns.showLinks")}
        </Button>
      </p>
      {isShown && <Waiting of={links} title={t("remoteRuns.linksFailed")} rows={2} />}
      {isShown && links.value?.items.length === 0 && <p>{t("remoteRuns.noLinks")}</p>}
      {isShown && (
        <ul className="remote-lines">
          {links.value?.items.map(({ name, url, isOwn }) => (
            <li key={name} className="remote-file">
              <span>
                {marksShown(name)}
                {!isOwn && <span className="form-problem"> {t("remoteRuns.otherHost", { host: hostOf(url) })}</span>}
              </span>
              <span className="buttons">
                <Button
                  icon={Copy}
                  aria-label={t("remoteRuns.copyLink", { name })}
                  onClick={() => void copy(url, t("remoteRuns.linkOf", { name: marksShown(name) }))}
                >
                  {t("remoteRuns.copy")}
                </Button>
                {isOwn && (
                  <ButtonLink icon={ExternalLink} href={url} apart aria-label={t("remoteRuns.openLink", { name })}>
                    {t("remoteRuns.open")}
                  </ButtonLink>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
