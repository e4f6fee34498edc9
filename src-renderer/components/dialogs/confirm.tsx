import { AlertDialog } from "@base-ui/react/alert-dialog";
import { type RefObject, useRef } from "react";
import { create } from "zustand";
import { Button } from "../controls/button.tsx";
import { useTranslation } from "../texts/texts.ts";
import { useOnePress } from "./use-one-press.ts";
import "./dialog.css";

interface Question {
  readonly title: string;
  readonly body: string;
  /** The label of the confirming button, such as `Delete`. */
  readonly confirm: string;
  /** The label of the canceling button, if “Cancel” could be mistaken for the action itself. */
  readonly keep?: string;
  readonly dangerous?: boolean;
}

interface Asked extends Question {
  readonly answer: (yes: boolean) => void;
}

const useQuestion = create<{ readonly asked: Asked | null }>()(() => ({ asked: null }));

/** Asks for confirmation before an irreversible action. Escape means no. */
export function confirmFirst(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      useQuestion.setState({ asked: null });
      resolve(yes);
    };
    useQuestion.setState({ asked: { ...question, answer } });
  });
}

/** Shows the questions of `confirmFirst`. One for the whole app. */
export function ConfirmDialog() {
  const { t } = useTranslation();
  const asked = useQuestion((state) => state.asked);
  const popup = useRef<HTMLDivElement>(null);
  return (
    <AlertDialog.Root open={asked !== null} onOpenChange={(open) => !open && asked?.answer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="dialog" ref={popup}>
          <AlertDialog.Title className="dialog-title">{asked?.title}</AlertDialog.Title>
          <AlertDialog.Description className="dialog-text">{asked?.body}</AlertDialog.Description>
          <div className="dialog-foot">
            <Button onClick={() => asked?.answer(false)}>{asked?.keep ?? t("common.cancel")}</Button>
            <Button look={asked?.dangerous ? "danger" : "primary"} onClick={() => asked?.answer(true)}>
              {asked?.confirm}
            </Button>
          </div>
          <OnePress within={popup} />
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

/** The question's popup is mounted only while it is open, and this with it. */
function OnePress({ within }: { readonly within: RefObject<HTMLElement | null> }) {
  useOnePress(within);
  return null;
}
