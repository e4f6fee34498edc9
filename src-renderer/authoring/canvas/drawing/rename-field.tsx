import { ViewportPortal } from "@xyflow/react";
import { useEffect, useRef } from "react";
import type { Place } from "../../../../src-shared/drawing/index.ts";
import { useTranslation } from "../../../components/index.ts";
import { useSession } from "../../session/use-session.ts";
import { StageName } from "../inspector/stage-name.tsx";
import { cardElement } from "./use-view.ts";

interface Props {
  readonly names: readonly string[];
  readonly at: number;
  readonly place: Place;
  readonly onDone: () => void;
}

/** Edits the name of a card in place. Beside the cards, not inside one: a card is a button. */
export function RenameField({ names, at, place, onDone }: Props) {
  const { t } = useTranslation();
  const session = useSession();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const done = (byKey: boolean) => {
    onDone();
    if (byKey) cardElement(at)?.focus();
  };
  return (
    <ViewportPortal>
      <div
        className="rename-field nopan nodrag"
        style={{ transform: `translate(${place.x}px, ${place.y}px)`, width: place.width }}
      >
        <StageName
          ref={field}
          {...{ names, at }}
          label={t("stages.newName")}
          className="rename-name"
          onChange={(intents) => session.change(intents, { at, name: names[at] ?? "" })}
          onDone={done}
        />
      </div>
    </ViewportPortal>
  );
}
