import { FilePen, FileWarning, Save } from "lucide-react";
import { useMemo, useState } from "react";
import type { InputOf, OutputOf } from "../../../src-shared/bridge/index.ts";
import { type AppAction, host, keysOf, tell, tellError, useActions, useCall, valueOrTell } from "../../app/index.ts";
import { Button, Dialog, ErrorState, Loading, useTranslation } from "../../components/index.ts";
import { useSession } from "../session/use-session.ts";
import { Comparison } from "../versions/version-detail.tsx";
import "./bars.css";

type DraftFile = NonNullable<OutputOf<"drafts.file">["file"]>;

const SAVE = keysOf("draft.saveToFile");

/** The file that the flow was opened from: what has changed on either side, and what can be done about it. */
export function FileBar() {
  const { draft } = useSession();
  const { value } = useCall("drafts.file", { id: draft.id }, ["draft"]);
  const file = value?.file ?? null;
  return file && <FileState file={file} />;
}

function FileState({ file }: { readonly file: DraftFile }) {
  const { t } = useTranslation();
  const [comparing, setComparing] = useState(false);
  const acts = useFileActs(file);
  const { name, path, on, ahead } = file;
  const state = on === "same" && ahead ? "sameAhead" : on;
  const Icon = on === "same" ? FilePen : FileWarning;
  return (
    <div className="file-bar" data-state={on}>
      <Icon className="icon" aria-hidden />
      <p role="status">
        <span className="file-name" title={path}>
          {name}
        </span>{" "}
        {t(`file.${state}`)}
      </p>
      <span className="conflict-actions">
        {on === "changed" && (
          <>
            <Button onClick={() => setComparing(true)}>{t("common.compare")}</Button>
            <Button writes onClick={acts.keep}>
              {t("common.keepMine")}
            </Button>
            <Button look="primary" writes onClick={acts.take}>
              {t("file.take")}
            </Button>
          </>
        )}
        {on !== "changed" && (ahead || on === "missing") && (
          <Button icon={Save} shortcut={SAVE} writes onClick={acts.save}>
            {t("file.save")}
          </Button>
        )}
      </span>
      <Dialog open={comparing} onClose={() => setComparing(false)} title={t("file.comparing", { name })} wide>
        <FileComparison />
      </Dialog>
    </div>
  );
}

/** From the flow as it stands to the file as it stands. */
function FileComparison() {
  const { draft } = useSession();
  const { t } = useTranslation();
  const { value, error, reload } = useCall("drafts.fileText", { id: draft.id }, ["draft"]);
  const mine = draft.useStore((state) => state.journal?.text ?? "");
  if (error) return <ErrorState error={error} title={t("file.unread")} onRetry={reload} />;
  return value === null ? <Loading /> : <Comparison before={mine} after={value.text} />;
}

function useFileActs({ name }: DraftFile) {
  const { draft } = useSession();
  const { t } = useTranslation();
  const acts = useMemo(() => {
    /** Everything starts from a text that the host has. */
    const saved = async () => {
      if (await draft.flush()) return draft.useStore.getState().journal?.base.revision ?? null;
      tellError(t("file.failed"), { message: t("versions.notSaved") });
      return null;
    };
    const plain = async (act: "drafts.keepMine" | "drafts.saveToFile", done: string) => {
      if ((await saved()) === null) return;
      const input: InputOf<typeof act> = { id: draft.id, key: draft.key() };
      if (valueOrTell(t("file.failed"), await host.call(act, input))) tell(done);
    };
    const take = async () => {
      const baseRevision = await saved();
      if (baseRevision === null) return;
      const taken = valueOrTell(
        t("file.failed"),
        await host.call("drafts.takeFile", { id: draft.id, key: draft.key(), baseRevision }),
      );
      if (!taken) return;
      draft.dispatch({ type: "found", version: taken });
      tell(t("file.taken", { name }), t("versions.restoredText"));
    };
    return {
      keep: () => void plain("drafts.keepMine", t("file.kept")),
      save: () => void plain("drafts.saveToFile", t("file.saved", { name })),
      take: () => void take(),
    };
  }, [draft, name, t]);
  useActions(
    useMemo<readonly AppAction[]>(
      () => [
        {
          id: "draft.saveToFile",
          title: t("file.saveNamed", { name }),
          group: t("authoring.title"),
          shortcut: SAVE,
          writes: true,
          run: acts.save,
        },
      ],
      [t, name, acts],
    ),
  );
  return acts;
}
