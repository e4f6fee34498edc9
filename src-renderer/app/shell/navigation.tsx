import {
  House,
  Inbox,
  ListChecks,
  type LucideIcon,
  RefreshCw,
  Search,
  Settings,
  Webhook,
  Workflow,
} from "lucide-react";
import { BrandMark, Keys, Tip, useTranslation } from "../../components/index.ts";
import { openPalette } from "../actions/palette.tsx";
import { keysOf } from "../actions/shortcut-table.ts";
import { routeHref, VIEWS, type View } from "../navigation/route.ts";

const ICONS: Readonly<Record<View, LucideIcon>> = {
  home: House,
  flows: Workflow,
  instances: ListChecks,
  mailbox: Inbox,
  callbacks: Webhook,
  sync: RefreshCw,
  settings: Settings,
};

export function Navigation({ view }: { readonly view: View }) {
  const { t } = useTranslation();
  return (
    <nav className="nav" aria-label={t("nav.label")}>
      <div className="nav-brand">
        <BrandMark />
        <span className="nav-words">Countersign</span>
      </div>
      <button type="button" className="nav-search" onClick={openPalette}>
        <Search className="icon" aria-hidden />
        <span className="visually-hidden">{t("common.search")}</span>
        <span className="nav-words" aria-hidden>
          {t("common.search")}
        </span>
        <span className="nav-words nav-keys" aria-hidden>
          <Keys shortcut={keysOf("palette")} />
        </span>
      </button>
      <ul className="nav-list">
        {VIEWS.map((target) => {
          const Icon = ICONS[target];
          return (
            <li key={target} className={target === "settings" ? "nav-last" : undefined}>
              <Tip text={t(`nav.${target}`)} shortcut={keysOf(`go.${target}`)}>
                <a
                  className="nav-link"
                  href={routeHref(target)}
                  aria-current={view === target ? "page" : undefined}
                  aria-label={t(`nav.${target}`)}
                >
                  <Icon className="icon" aria-hidden />
                  <span className="nav-words">{t(`nav.${target}`)}</span>
                </a>
              </Tip>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
