import { Dialog as Base } from "@base-ui/react/dialog";
import { History, X } from "lucide-react";
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import { marksShown } from "../../../src-shared/basics/index.ts";
import { keysOf, replaceRoute, usePages, useRoute, useTime } from "../../app/index.ts";
import {
  Button,
  Choice,
  closedBy,
  IconButton,
  nextIndex,
  type Translate,
  useTranslation,
  Waiting,
} from "../../components/index.ts";
import { useSession } from "../session/use-session.ts";
import { useFlowActions } from "../use-flow-actions.ts";
import { RecordedRuns } from "./recorded-runs.tsx";
import { type Version, VersionDetail } from "./version-detail.tsx";
import "./versions.css";

/** Opens the flow's earlier texts. */
export function VersionsButton({ title }: { readonly title: string }) {
  const { draft } = useSession();
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [shown, setShown] = useState<"versions" | "runs">("versions");
  const { id, query } = useRoute();
  const asked = query.version ?? "";
  // Text that is being typed should be in the list, too.
  const show = useCallback(
    (what: "versions" | "runs") =>
      void draft.flush().then(() => {
        setShown(what);
        setOpen(true);
      }),
    [draft],
  );
  // A run links to the version that it ran.
  useEffect(() => {
    if (asked !== "") show("versions");
  }, [asked, show]);
  const close = () => {
    setOpen(false);
    if (asked !== "") replaceRoute("flows", id, {});
  };
  useFlowActions([
    ["draft.versions", t("versions.show"), () => show("versions")],
    ["draft.recordedRuns", t("recorded.show"), () => show("runs")],
  ]);
  return (
    <>
      <Button icon={History} shortcut={SHORTCUT} aria-haspopup="dialog" onClick={() => show("versions")}>
        {t("versions.list")}
      </Button>
      <Base.Root open={open} onOpenChange={closedBy(close)}>
        <Base.Portal>
          <Base.Backdrop className="backdrop" />
          <Base.Popup className="drawer">
            <header className="drawer-head">
              <Base.Title className="dialog-title truncate" title={marksShown(title)}>
                {t("versions.title", { title })}
              </Base.Title>
              <span className="buttons">
                <Choice
                  label={t("authoring.show")}
                  value={shown}
                  onChange={setShown}
                  options={[
                    ["versions", t("versions.list")],
                    ["runs", t("recorded.title")],
                  ]}
                />
                <IconButton icon={X} label={t("common.close")} onClick={close} />
              </span>
            </header>
            {shown === "versions" ? (
              <Versions asked={asked === "" ? null : Number(asked)} onClose={close} />
            ) : (
              <RecordedRuns />
            )}
          </Base.Popup>
        </Base.Portal>
      </Base.Root>
    </>
  );
}

const SHORTCUT = keysOf("draft.versions");

interface VersionsProps {
  /** The revision that is shown first; null: the newest. */
  readonly asked: number | null;
  readonly onClose: () => void;
}

function Versions({ asked, onClose }: VersionsProps) {
  const { draft } = useSession();
  const { t } = useTranslation();
  const pages = usePages("drafts.versions", { id: draft.id }, ["draft"]);
  const { items, loading, error, hasMore, loadMore } = pages;
  const [chosen, setChosen] = useState(asked);
  if (loading || error) return <Waiting of={pages} title={t("versions.failed")} />;
  const at = Math.max(
    0,
    items.findIndex(({ revision }) => revision === chosen),
  );
  const version = items[at];
  return (
    <div className="versions">
      <nav className="versions-side" aria-label={t("versions.list")}>
        <VersionList items={items} chosen={at} onChoose={setChosen} />
        {hasMore && <Button onClick={loadMore}>{t("versions.more")}</Button>}
        <p className="versions-note soft">{t("versions.note")}</p>
      </nav>
      {version && (
        <VersionDetail
          key={version.revision}
          {...{ version, onClose }}
          newest={at === 0}
          before={items[at + 1] ?? null}
        />
      )}
    </div>
  );
}

/** The origin of a version; no author restored a text that was kept in a conflict. */
const originWords = (t: Translate, { origin, source }: Version): string =>
  t(`versions.origin.${origin === "restored" && source !== null ? "kept" : origin}`, {
    source: marksShown(source ?? ""),
  });

interface ListProps {
  readonly items: readonly Version[];
  readonly chosen: number;
  readonly onChoose: (revision: number) => void;
}

/** Arrow keys move between the versions; one Tab leaves the list. */
export function VersionList({ items, chosen, onChoose }: ListProps) {
  const { t } = useTranslation();
  const time = useTime();
  const list = useRef<HTMLUListElement>(null);
  const walk = (event: KeyboardEvent) => {
    const target = nextIndex(event.key, chosen, items.length);
    const version = target === null ? undefined : items[target];
    if (target === null || version === undefined) return;
    event.preventDefault();
    onChoose(version.revision);
    list.current?.querySelectorAll<HTMLElement>("button")[target]?.focus();
  };
  return (
    <ul ref={list} className="versions-list" onKeyDown={walk}>
      {items.map((version, at) => (
        <li key={version.revision}>
          <button
            type="button"
            className="row-button version"
            tabIndex={at === chosen ? 0 : -1}
            aria-current={at === chosen || undefined}
            onClick={() => onChoose(version.revision)}
          >
            <span className="version-words">
              <strong className="truncate">{marksShown(version.name ?? time.dateTime(version.at))}</strong>
              <span className="soft">
                {version.name === null ? originWords(t, version) : time.dateTime(version.at)}
              </span>
            </span>
            {at === 0 && <span className="pill tone-info">{t("versions.now")}</span>}
            {version.ran && <span className="pill tone-good">{t("versions.ran")}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}
