import { Archive, FileUp, FolderOpen, Plus, SearchX, Workflow } from "lucide-react";
import { type RefObject, useRef, useState } from "react";
import {
  type AppAction,
  beginWriting,
  callOrNotify,
  goTo,
  keysOf,
  ListTools,
  Page,
  replaceRoute,
  useAccounts,
  useActions,
  useCall,
  usePages,
  useRoute,
  useTableLayout,
  ZoneNote,
} from "../app/index.ts";
import {
  Button,
  EmptyState,
  FileInput,
  Menu,
  SearchField,
  ToggleChip,
  textOr,
  useBusy,
  useReadOnly,
  useSelection,
  useTranslation,
  Waiting,
} from "../components/index.ts";
import { usePdfPicker } from "./file-drop.tsx";
import { FlowsSelection } from "./flows-selection.tsx";
import { FLOWS_TABLE, FlowsTable, flowsSort, useFlowColumns } from "./flows-table.tsx";
import { FolderBar, useFolders } from "./folders.tsx";
import { useImport } from "./use-import.tsx";
import "./flow-card.css";
import "./flows-page.css";

/** The drafts of the workspace, and the ways to get one more. */
export function FlowsPage() {
  const { t } = useTranslation();
  const [search, setSearch] = useState("");
  const [archived, setArchived] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const folder = useRoute().query.folder ?? null;
  const folders = useFolders();
  const sort = flowsSort(useTableLayout(FLOWS_TABLE).layout);
  const asked = { ...(search && { search }), ...(folder && { folderId: folder }), archived, ...(sort && { sort }) };
  const pages = usePages("drafts.list", asked, ["draft", "instance", "settings", "account"]);
  const accounts = useAccounts();
  const { importing, take, dialog } = useImport();
  const create = useCreate(picker, folder);
  const about = { archived, folders, accounts, showFolder: folder === null && folders.length > 1 };
  const columns = useFlowColumns(about);
  const selection = useSelection({
    ...{ items: pages.items, hasMore: pages.hasMore, readAll: pages.readAll },
    keyOf: ({ id }) => id,
    nameOf: ({ title }) => title || t("common.untitled"),
    question: JSON.stringify([search, folder, archived]),
  });
  const filtered = search !== "" || archived || folder !== null;

  return (
    <>
      <Page
        title={t("nav.flows")}
        beside={<ZoneNote />}
        actions={
          <>
            <FolderBar
              folders={folders}
              chosen={folder}
              onChoose={(id) => replaceRoute("flows", null, { folder: id ?? "" })}
            />
            <ToggleChip pressed={archived} onToggle={() => setArchived(!archived)}>
              {t("flows.archivedOnly")}
            </ToggleChip>
            <SearchField label={t("flows.search")} value={search} onChange={setSearch} />
            <ListTools table={FLOWS_TABLE} columns={columns} readAll={pages.readAll} />
            <Button
              icon={FileUp}
              busy={importing}
              shortcut={keysOf("flows.import")}
              writes
              onClick={() => picker.current?.click()}
            >
              {t("flows.import")}
            </Button>
            <NewFlow onCreate={create} />
          </>
        }
      >
        <FileInput ref={picker} multiple accept=".yaml,.yml,.json,.pdf,.zip" onFiles={take} />
        <Waiting of={pages} title={t("flows.failed")} />
        {pages.none && (filtered ? <NothingIn search={search} archived={archived} /> : <FirstFlow onCreate={create} />)}
        {pages.items.length > 0 && (
          <FlowsTable {...about} items={pages.items} onEndReached={pages.loadMore} selection={selection} />
        )}
        <FlowsSelection {...{ selection, archived, folders }} />
      </Page>
      {dialog}
    </>
  );
}

/** Of what was asked for there is none. */
function NothingIn({ search, archived }: { readonly search: string; readonly archived: boolean }) {
  const { t } = useTranslation();
  if (search !== "") return <EmptyState icon={SearchX} title={t("flows.noneFound")} />;
  if (archived) return <EmptyState icon={Archive} title={t("flows.noneArchived")} />;
  return (
    <EmptyState icon={FolderOpen} title={t("folders.empty")}>
      <p>{t("folders.emptyText")}</p>
    </EmptyState>
  );
}

/** Makes a flow from an example (its name) or blank (null) and opens it. */
type Create = (example: string | null) => void;

function useCreate(picker: RefObject<HTMLInputElement | null>, folder: string | null): Create {
  const { t } = useTranslation();
  const { unlessBusy } = useBusy();
  const create = async (example: string | null) => {
    const of = example === null ? { title: t("flows.new"), ...(folder && { folderId: folder }) } : { example };
    const draft = await unlessBusy(() => callOrNotify(t("flows.createFailed"), "drafts.create", of));
    if (!draft) return;
    if (example === null) beginWriting(draft.id);
    goTo("flows", draft.id);
  };
  const action = (id: "flows.new" | "flows.import", title: string, run: () => void): AppAction => ({
    id,
    title,
    group: t("nav.flows"),
    writes: true,
    run,
  });
  useActions([
    action("flows.new", t("flows.newBlank"), () => void create(null)),
    action("flows.import", t("flows.import"), () => picker.current?.click()),
  ]);
  return (example) => void create(example);
}

function NewFlow({ onCreate }: { readonly onCreate: Create }) {
  const { t } = useTranslation();
  const pickPdfs = usePdfPicker();
  const { value } = useCall("examples.list", {});
  const examples = (value?.items ?? []).map((example) => ({
    label: textOr(`examples.${example.name}.title`, example.title),
    detail: textOr(`examples.${example.name}.summary`, example.summary),
    run: () => onCreate(example.name),
  }));
  return (
    <Menu
      trigger={
        <Button look="primary" icon={Plus} writes>
          {t("flows.new")}
        </Button>
      }
      entries={[
        {
          label: t("flows.newBlank"),
          detail: t("flows.newBlankText"),
          shortcut: keysOf("flows.new"),
          run: () => onCreate(null),
        },
        {
          label: t("flows.fromPdfs"),
          detail: t("flows.fromPdfsText"),
          shortcut: keysOf("flows.fromPdfs"),
          run: pickPdfs,
        },
        ...examples,
      ]}
    />
  );
}

/** The first start: an example that runs is one click away. */
function FirstFlow({ onCreate }: { readonly onCreate: Create }) {
  const { t } = useTranslation();
  const { value } = useCall("examples.list", {});
  const looking = useReadOnly();
  return (
    <EmptyState icon={Workflow} title={t("flows.empty")}>
      <p>{t("flows.emptyText")}</p>
      <ul className="examples">
        {(value?.items ?? []).map((example) => (
          <li key={example.name}>
            <button
              type="button"
              className="flow-card example"
              disabled={looking !== null}
              onClick={() => onCreate(example.name)}
            >
              <strong>{textOr(`examples.${example.name}.title`, example.title)}</strong>
              <span className="soft">{textOr(`examples.${example.name}.summary`, example.summary)}</span>
            </button>
          </li>
        ))}
      </ul>
      <p>{t("flows.emptyDrop")}</p>
    </EmptyState>
  );
}
