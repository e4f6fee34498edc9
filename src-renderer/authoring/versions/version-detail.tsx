import { Copy, RotateCcw } from "lucide-react";
import { useState } from "react";
import type { OutputOf } from "../../../src-shared/bridge/index.ts";
import { companionNames, type DraftTexts, NO_COMPANIONS } from "../../../src-shared/foresight/index.ts";
import { callOrNotify, goTo, notify, useCall, useTime } from "../../app/index.ts";
import {
  Button,
  Choice,
  ErrorState,
  InputField,
  Loading,
  useBusy,
  useReadOnly,
  useTranslation,
} from "../../components/index.ts";
import { TextDiff } from "../editor/text-diff.tsx";
import { flushOrNotify } from "../session/draft-store.ts";
import { useSession } from "../session/use-session.ts";
import { PeopleChanges } from "./people-changes.tsx";
import { TextChanges } from "./text-changes.tsx";

export type Version = OutputOf<"drafts.versions">["items"][number];

interface Props {
  readonly version: Version;
  /** Whether it is the current text. */
  readonly newest: boolean;
  /** The previous version; null for the first. */
  readonly before: Version | null;
  readonly onClose: () => void;
}

/** One earlier text: its changes, the changes since, and its commands. */
export function VersionDetail({ version, newest, before, onClose }: Props) {
  const { draft } = useSession();
  const { t } = useTranslation();
  const time = useTime();
  const [against, setAgainst] = useState<"before" | "now">("before");
  const own = useCall("drafts.version", { id: draft.id, revision: version.revision });
  const earlier = useCall("drafts.version", before && { id: draft.id, revision: before.revision });
  const now = usePresentTexts();
  const error = own.error ?? earlier.error;
  const pair = textsOf(against, own.value, before === null ? NOTHING : earlier.value, now);
  const when = time.dateTime(version.at);
  const { busy, unlessBusy } = useBusy();
  const copy = () => unlessBusy(() => duplicate(t("versions.copyFailed"), draft.id, version, onClose));
  return (
    <section className="version-detail" aria-label={t("versions.of", { when })}>
      <div className="version-tools">
        <NameField version={version} />
        <span className="buttons">
          <Button icon={Copy} writes busy={busy} onClick={() => void copy()}>
            {t("versions.copy")}
          </Button>
          <RestoreButton {...{ version, newest, onClose }} />
        </span>
      </div>
      {!newest && (
        <Choice
          label={t("versions.compare")}
          value={against}
          onChange={setAgainst}
          options={[
            ["before", t("versions.againstBefore")],
            ["now", t("versions.againstNow")],
          ]}
        />
      )}
      {error && <ErrorState error={error} title={t("versions.textFailed")} onRetry={own.reload} />}
      {!error && before === null && against === "before" && <p className="soft">{t("versions.first")}</p>}
      {!error && (pair === null ? <Loading /> : <Comparison {...pair} same={t(SAME[against])} />)}
    </section>
  );
}

const SAME = { before: "versions.sameAsBefore", now: "versions.sameAsNow" } as const;

const NOTHING: DraftTexts = { text: "", ...NO_COMPANIONS };

interface Pair {
  readonly before: DraftTexts;
  readonly after: DraftTexts;
}

/** The draft's current texts. */
export function usePresentTexts(): DraftTexts {
  const { draft, companion } = useSession();
  return {
    text: draft.useStore((state) => state.journal?.text ?? ""),
    expectations: companion("expectations").useText(),
    scenarios: companion("scenarios").useText(),
  };
}

/** The two texts to compare; null while one is loading. */
function textsOf(
  against: "before" | "now",
  own: DraftTexts | null,
  earlier: DraftTexts | null,
  now: DraftTexts,
): Pair | null {
  if (own === null) return null;
  if (against === "now") return { before: own, after: now };
  return earlier && { before: earlier, after: own };
}

async function duplicate(failed: string, id: string, { revision }: Version, onClose: () => void) {
  const copy = await callOrNotify(failed, "drafts.duplicate", { id, revision });
  if (!copy) return;
  onClose();
  goTo("flows", copy.id);
}

/** Restores the text as an edit: one undo step in the editor, and the replaced text stays a version. */
function RestoreButton({ version, newest, onClose }: Omit<Props, "before">) {
  const { draft } = useSession();
  const { t } = useTranslation();
  const time = useTime();
  const { busy, unlessBusy } = useBusy();
  const failed = t("versions.restoreFailed");
  const restore = async () => {
    const base = await flushOrNotify(draft, failed);
    if (!base) return;
    const input = { id: draft.id, key: draft.key(), revision: version.revision, baseRevision: base.revision };
    const back = await callOrNotify(failed, "drafts.restore", input);
    if (!back) return;
    draft.found(back);
    notify(t("versions.restored", { when: time.dateTime(version.at) }), t("versions.restoredText"));
    onClose();
  };
  return (
    <Button
      look="primary"
      icon={RotateCcw}
      busy={busy}
      writes
      blocked={newest ? t("versions.isNow") : null}
      onClick={() => void unlessBusy(restore)}
    >
      {t("common.bringBack")}
    </Button>
  );
}

/** A name is saved on Enter, or when the field is left. */
function NameField({ version }: Pick<Props, "version">) {
  const { draft } = useSession();
  const { t } = useTranslation();
  const readOnly = useReadOnly();
  const [name, setName] = useState(version.name ?? "");
  const { unlessBusy } = useBusy();
  const keep = async () => {
    const given = name.trim();
    if (given === (version.name ?? "")) return;
    const input = { id: draft.id, key: draft.key(), revision: version.revision, name: given || null };
    if (await callOrNotify(t("versions.nameFailed"), "drafts.nameVersion", input))
      notify(given === "" ? t("versions.unnamed") : t("versions.named", { name: given }));
  };
  return (
    <form
      className="version-name"
      onSubmit={(event) => {
        event.preventDefault();
        void unlessBusy(keep);
      }}
    >
      <InputField
        label={t("common.name")}
        value={name}
        readOnly={readOnly !== null}
        maxLength={200}
        placeholder={t("versions.namePlaceholder")}
        onChange={setName}
        onBlur={() => void unlessBusy(keep)}
      />
    </form>
  );
}

/** The differences between two drafts: their flows, and their companions. */
export function Comparison({ before, after, same }: Pair & { readonly same: string }) {
  const { t } = useTranslation();
  const others = companionNames.filter((name) => before[name] !== after[name]);
  const isFlowSame = before.text === after.text;
  return (
    <>
      {(!isFlowSame || others.length === 0) && <FlowComparison before={before.text} after={after.text} same={same} />}
      {others.map((name) => (
        <section key={name} className="version-changes" aria-label={t(`sides.${name}`)}>
          <h3>{t(`sides.${name}`)}</h3>
          <TextDiff before={before[name]} after={after[name]} />
        </section>
      ))}
    </>
  );
}

interface FlowPair {
  readonly before: string;
  readonly after: string;
  readonly same: string;
}

/** The differences between two texts of a flow, and in what its people can do. */
function FlowComparison({ before, after, same }: FlowPair) {
  return (
    <TextChanges {...{ before, after, same }}>
      {before !== "" && <PeopleChanges before={before} after={after} />}
    </TextChanges>
  );
}
