import { useTranslation } from "react-i18next";
import { dslVersions, type Intent } from "../../../src-shared/language/index.ts";
import { useHost } from "../../app/index.ts";
import { changeFlow } from "../draft/change-flow.ts";
import { NumberField, SelectField, TextField } from "./fields.tsx";
import { problemsAt, type SectionProps } from "./section.ts";
import { at, shown } from "./written.ts";

const REDIRECTS = ["last_action", "always", "never"] as const;
const KINDS = ["standard", "micro_api"] as const;
const ZONES = Intl.supportedValuesOf("timeZone");

const set = (intent: Intent) => changeFlow([intent]);

/** A value of the flow as a field shows it. */
const place = (analysis: SectionProps["analysis"], ...path: readonly string[]) => ({
  value: at(analysis.written, path),
  problems: problemsAt(analysis, path),
  text: analysis.text,
});

/** Settings of the whole flow. */
export function SettingsSection({ analysis }: SectionProps) {
  const { t } = useTranslation();
  const title = place(analysis, "title");
  const folder = place(analysis, "folder_id");
  return (
    <div className="param-grid">
      <TextField
        {...title}
        wide
        label={t("settingsForm.title")}
        value={shown(title.value)}
        onCommit={(value) => set({ intent: "setField", field: "title", value: value || null })}
      />
      <Times analysis={analysis} />
      <Select
        {...place(analysis, "process_settings", "automatic_document_redirects")}
        name="redirects"
        values={REDIRECTS}
        onChange={(value) => set({ intent: "setSetting", setting: "automatic_document_redirects", value })}
      />
      <Rejections analysis={analysis} />
      <Select
        {...place(analysis, "flow_kind")}
        name="kind"
        values={KINDS}
        onChange={(value) => set({ intent: "setField", field: "flow_kind", value })}
      />
      <Version analysis={analysis} />
      <TextField
        {...folder}
        label={t("settingsForm.folder")}
        help={t("settingsForm.folderHelp")}
        value={shown(folder.value)}
        onCommit={(value) => set({ intent: "setField", field: "folder_id", value: value || null })}
      />
    </div>
  );
}

/** How long the flow may take, how long its pages stay open, and where its days begin. */
function Times({ analysis }: SectionProps) {
  const { t } = useTranslation();
  const workspaceZone = useHost((state) => state.workspace?.timeZone) ?? "";
  const zone = place(analysis, "process_settings", "time_zone");
  return (
    <>
      <NumberField
        {...place(analysis, "duration")}
        label={t("settingsForm.duration")}
        help={t("settingsForm.durationHelp")}
        placeholder="90"
        onCommit={(value) => set({ intent: "setField", field: "duration", value: value ?? null })}
      />
      <NumberField
        {...place(analysis, "process_settings", "accessible_duration")}
        label={t("settingsForm.accessible")}
        help={t("settingsForm.accessibleHelp")}
        placeholder="365"
        onCommit={(value) => set({ intent: "setSetting", setting: "accessible_duration", value: value ?? null })}
      />
      <TextField
        {...zone}
        label={t("settingsForm.zone")}
        help={t("settingsForm.zoneHelp")}
        value={shown(zone.value)}
        placeholder={workspaceZone}
        list={ZONES}
        onCommit={(value) => set({ intent: "setSetting", setting: "time_zone", value: value || null })}
      />
    </>
  );
}

function Version({ analysis }: SectionProps) {
  const { t } = useTranslation();
  const version = place(analysis, "process", "dsl-version");
  return (
    <SelectField
      {...version}
      label={t("settingsForm.version")}
      help={t("settingsForm.versionHelp")}
      value={shown(version.value)}
      options={dslVersions.map((each) => [each, each] as const)}
      onChange={(value) => set({ intent: "setProcessField", field: "dsl-version", value })}
    />
  );
}

interface SelectProps extends Pick<Parameters<typeof SelectField>[0], "problems" | "text"> {
  /** Of the catalogue's `settingsForm`. */
  readonly name: "redirects" | "kind";
  readonly value: unknown;
  /** The first is the default. */
  readonly values: readonly string[];
  readonly onChange: (value: string | null) => Promise<boolean>;
}

/** A setting of a few values; the first choice leaves it to the default. */
function Select({ name, value, values, onChange, ...field }: SelectProps) {
  const { t } = useTranslation();
  const words = (each: string) => t(`settingsForm.${name}_${each}`);
  return (
    <SelectField
      {...field}
      label={t(`settingsForm.${name}`)}
      help={t(`settingsForm.${name}Help`)}
      value={shown(value)}
      options={[
        ["", t("parameters.default", { value: words(values[0] ?? "") })],
        ...values.map((each) => [each, words(each)] as const),
      ]}
      onChange={(chosen) => onChange(chosen || null)}
    />
  );
}

function Rejections({ analysis }: SectionProps) {
  const { t } = useTranslation();
  const rejections = place(analysis, "process", "allow-rejections");
  return (
    <SelectField
      {...rejections}
      label={t("settingsForm.rejections")}
      help={t("settingsForm.rejectionsHelp")}
      value={shown(rejections.value)}
      options={[
        ["", t("parameters.default", { value: t("settingsForm.rejections_true") })],
        ["true", t("settingsForm.rejections_true")],
        ["false", t("settingsForm.rejections_false")],
      ]}
      onChange={(chosen) =>
        set({ intent: "setProcessField", field: "allow-rejections", value: chosen === "" ? null : chosen === "true" })
      }
    />
  );
}
