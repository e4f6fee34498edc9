import { Tabs } from "@base-ui/react/tabs";
import {
  BellRing,
  FileStack,
  FileX,
  type LucideIcon,
  MessagesSquare,
  PackagePlus,
  ShieldCheck,
  SlidersHorizontal,
  Users,
  Webhook,
} from "lucide-react";
import { type ComponentType, useRef } from "react";
import { setChoice, usePreferences } from "../../app/index.ts";
import { Button, EmptyState, useReadOnly, useTranslation } from "../../components/index.ts";
import type { AnalysisView } from "../language/analysis-view.ts";
import { problemCounts, type SectionId, type SectionProps } from "../model/problems.ts";
import { useSession } from "../session/use-session.ts";
import { AuthenticationSection } from "./authentication/authentication-section.tsx";
import { CallbackSection } from "./callback/callback-section.tsx";
import { DocumentsSection } from "./documents/documents-section.tsx";
import { MessagesSection } from "./messages/messages-section.tsx";
import { ParticipantsSection } from "./participants/participants-section.tsx";
import { RemindersSection } from "./reminders/reminders-section.tsx";
import { SettingsSection } from "./settings-section.tsx";
import "./parameters-view.css";

interface Section {
  readonly id: SectionId;
  readonly icon: LucideIcon;
  readonly View: ComponentType<SectionProps>;
}

/** The forms, in display order. */
const SECTIONS: readonly Section[] = [
  { id: "participants", icon: Users, View: ParticipantsSection },
  { id: "documents", icon: FileStack, View: DocumentsSection },
  { id: "messages", icon: MessagesSquare, View: MessagesSection },
  { id: "authentication", icon: ShieldCheck, View: AuthenticationSection },
  { id: "reminders", icon: BellRing, View: RemindersSection },
  { id: "callback", icon: Webhook, View: CallbackSection },
  { id: "settings", icon: SlidersHorizontal, View: SettingsSection },
];

const PLACE = "authoring.parameters";

/** Everything in a flow except its stages, as forms; each change is an edit of the text. One form at a time. */
export function ParametersView({ analysis }: { readonly analysis: AnalysisView }) {
  const { t } = useTranslation();
  const readable = useReadable(analysis);
  const readOnly = useReadOnly();
  const chosen = usePreferences((state) => state.choices[PLACE]);
  const section = SECTIONS.find(({ id }) => id === chosen)?.id ?? SECTIONS[0]?.id;
  if (readable === null)
    return (
      <EmptyState icon={FileX} title={t("parameters.unreadable")}>
        {analysis.unreadable}
      </EmptyState>
    );
  const counts = problemCounts(readable);
  const blocked = readOnly ?? analysis.unreadable ?? (readable.kind === "process" ? t("parameters.bare") : null);
  return (
    <Tabs.Root
      className="parameters"
      orientation="vertical"
      value={section}
      onValueChange={(id: SectionId) => setChoice(PLACE, id)}
    >
      <Tabs.List className="parameters-index" aria-label={t("parameters.label")}>
        {SECTIONS.map(({ id, icon: Icon }) => (
          <Tabs.Tab key={id} className="parameters-tab" value={id}>
            <Icon className="icon" aria-hidden />
            <span className="truncate">{t(`common.${id}`)}</span>
            {counts.has(id) && (
              <span className="dock-count">
                {counts.get(id)}
                <span className="visually-hidden"> {t("parameters.problems", { count: counts.get(id) ?? 0 })}</span>
              </span>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {SECTIONS.map(({ id, View }) => (
        <Tabs.Panel key={id} className="parameters-panel" value={id}>
          {blocked !== null && readOnly === null && <Blocked analysis={analysis} />}
          <fieldset className="parameters-form" disabled={blocked !== null} aria-label={t(`common.${id}`)}>
            <View analysis={readable} />
          </fieldset>
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}

/** Why the forms cannot change anything; a bare process can get the missing parts right here. */
function Blocked({ analysis: { unreadable } }: { readonly analysis: AnalysisView }) {
  const { t } = useTranslation();
  const session = useSession();
  return (
    <div className="parameters-blocked">
      <p role="status">{unreadable === null ? t("parameters.bare") : t("parameters.broken", { reason: unreadable })}</p>
      {unreadable === null && (
        <Button icon={PackagePlus} onClick={() => void session.change([{ intent: "wrapProcess" }])}>
          {t("parameters.wrap")}
        </Button>
      )}
    </div>
  );
}

/** The newest analysis of a text that could be parsed: while it cannot, the forms show the previous one. */
function useReadable(analysis: AnalysisView): AnalysisView | null {
  const last = useRef<AnalysisView | null>(null);
  if (analysis.unreadable === null) last.current = analysis;
  return last.current;
}
