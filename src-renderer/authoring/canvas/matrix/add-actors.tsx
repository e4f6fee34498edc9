import { FilePlus2, type LucideIcon, UserPlus } from "lucide-react";
import { useState } from "react";
import type { Actors } from "../../../../src-shared/drawing/index.ts";
import type { Intent } from "../../../../src-shared/language/index.ts";
import { Button, Menu, type MenuEntry, useTranslation } from "../../../components/index.ts";
import { NewNameDialog } from "../../forms/new-name-dialog.tsx";
import { choosePdf, uploadPdfs } from "../../forms/use-give-documents.ts";
import { type Contacts, participantValue } from "../../model/new-participant.ts";
import { newActs } from "../../model/newcomers.ts";
import type { PartProps } from "../inspector/stage-actions.tsx";

type Kind = "participant" | "document";
const ICONS: Readonly<Record<Kind, LucideIcon>> = { participant: UserPlus, document: FilePlus2 };

interface AddProps extends PartProps {
  /** The people and documents of the stage, with or without acts. */
  readonly here: Actors;
  /** Adds a person or document to the stage, possibly without an act yet. */
  readonly onAdd: (of: keyof Actors, name: string, isUnborn: boolean) => void;
}

/** Buttons that add a participant or document to the stage, known to the flow or new. */
export function AddActors(props: AddProps) {
  const { t } = useTranslation();
  const { outline } = props.analysis;
  const [naming, setNaming] = useState<Kind | null>(null);
  const add = (kind: Kind, name: string, before: readonly Intent[] = [], isUnborn = false) => {
    props.onAdd(`${kind}s`, name, isUnborn);
    const intents = [...before, ...newActs({ ...props, outline }, `${kind}s`, name)];
    if (intents.length > 0) void props.onChange(intents);
  };
  const addNew = async (kind: Kind, name: string, contacts: Contacts) => {
    setNaming(null);
    if (props.analysis.kind === "process") return add(kind, name);
    if (kind === "participant") return add(kind, name, [newParticipant(name, contacts)]);
    // Without its PDF the stage only names it, and the problem of that offers the chooser again; without a participant
    // to act on it, it waits.
    const uploaded = await uploadPdfs(t, await choosePdf());
    add(
      kind,
      name,
      uploaded.slice(0, 1).map(({ id }): Intent => ({ intent: "addDocument", name, value: id })),
      uploaded.length === 0,
    );
  };
  return (
    <div className="inspector-adds">
      <AddMenu kind="participant" {...props} onAdd={add} onNew={setNaming} />
      <AddMenu kind="document" {...props} onAdd={add} onNew={setNaming} />
      {naming && (
        <NewNameDialog
          kind={naming}
          taken={outline[`${naming}s`].map(({ name }) => name)}
          onDone={(name, contacts) => void addNew(naming, name, contacts)}
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
          {t(kind === "participant" ? "common.addParticipant" : "matrix.addDocument")}
        </Button>
      }
      entries={entries}
    />
  );
}

const newParticipant = (name: string, contacts: Contacts): Intent => ({
  intent: "addParticipant",
  name,
  value: participantValue(contacts),
});
