import { FilePlus2, type LucideIcon, UserPlus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Intent } from "../../src-shared/language/index.ts";
import { Button } from "../components/button.tsx";
import { Menu, type MenuEntry } from "../components/menu.tsx";
import { NewNameDialog } from "./new-name-dialog.tsx";
import { type Contacts, participantValue } from "./new-participant.ts";
import type { PartProps } from "./stage-actions.tsx";
import { type Actors, actors } from "./stage-acts.ts";

type Kind = "participant" | "document";
const ICONS: Readonly<Record<Kind, LucideIcon>> = { participant: UserPlus, document: FilePlus2 };

interface AddProps extends PartProps {
  /** Who and what stands in the stage, with or without acts. */
  readonly here: Actors;
  /** Somebody or something comes into the stage, perhaps with nothing to act with yet. */
  readonly onAdd: (of: keyof Actors, name: string) => void;
}

/** Buttons that bring one more participant or document into the stage, known to the flow or new. */
export function AddActors(props: AddProps) {
  const { outline } = props.analysis;
  const [naming, setNaming] = useState<Kind | null>(null);
  const add = (kind: Kind, name: string, before: readonly Intent[] = []) => {
    props.onAdd(`${kind}s`, name);
    const intents = [...before, ...acts(props, kind, name)];
    if (intents.length > 0) void props.onChange(intents);
  };
  const addNew = (kind: Kind, name: string, contacts: Contacts) => {
    add(kind, name, props.analysis.kind === "process" ? [] : [named(kind, name, contacts)]);
    setNaming(null);
  };
  return (
    <div className="inspector-adds">
      <AddMenu kind="participant" {...props} onAdd={add} onNew={setNaming} />
      <AddMenu kind="document" {...props} onAdd={add} onNew={setNaming} />
      {naming && (
        <NewNameDialog
          kind={naming}
          taken={outline[`${naming}s`].map(({ name }) => name)}
          onDone={(name, contacts) => addNew(naming, name, contacts)}
          onClose={() => setNaming(null)}
        />
      )}
    </div>
  );
}

interface AddMenuProps extends Pick<AddProps, "analysis" | "blocked" | "here"> {
  readonly kind: Kind;
  readonly onAdd: (kind: Kind, name: string) => void;
  readonly onNew: (kind: Kind) => void;
}

function AddMenu({ kind, analysis, here, blocked, onAdd, onNew }: AddMenuProps) {
  const { t } = useTranslation();
  const taken = here[`${kind}s`];
  const free = analysis.outline[`${kind}s`].map(({ name }) => name).filter((name) => !taken.includes(name));
  const entries: readonly MenuEntry[] = [
    ...free.map((label) => ({ label, run: () => onAdd(kind, label) })),
    {
      label: t(kind === "participant" ? "matrix.newParticipant" : "matrix.newDocument"),
      icon: ICONS[kind],
      run: () => onNew(kind),
    },
  ];
  return (
    <Menu
      trigger={
        <Button look="ghost" icon={ICONS[kind]} blocked={blocked}>
          {t(kind === "participant" ? "matrix.addParticipant" : "matrix.addDocument")}
        </Button>
      }
      entries={entries}
    />
  );
}

/**
 * Whom and what a newcomer acts with: those who act here, or else those who wait for it; the flow's first document where
 * the stage has none yet.
 */
function partners({ analysis: { outline }, stage, here }: AddProps): Actors {
  const acting = actors(stage);
  const first = outline.documents.slice(0, 1).map(({ name }) => name);
  return {
    participants: acting.participants.length > 0 ? acting.participants : here.participants,
    documents: [acting.documents, here.documents, first].find((each) => each.length > 0) ?? [],
  };
}

/** The newcomer's acts, with the verb that the stage asks for already. */
function acts(props: AddProps, kind: Kind, name: string): readonly Intent[] {
  const { stage, at } = props;
  const has = (verb: string) => stage.conditions.some((condition) => condition.kind === verb);
  const verb = has("signed-by") || !has("approved-by") ? "sign" : "approve";
  const here = partners(props);
  const act = (participant: string, document: string): Intent => ({
    intent: "setAct",
    stage: at,
    verb,
    participant,
    document,
    on: true,
  });
  return kind === "participant"
    ? here.documents.map((document) => act(name, document))
    : here.participants.map((participant) => act(participant, name));
}

function named(kind: Kind, name: string, contacts: Contacts): Intent {
  return kind === "participant"
    ? { intent: "addParticipant", name, value: participantValue(contacts) }
    : { intent: "addDocument", name, value: `./${name}.pdf` };
}
