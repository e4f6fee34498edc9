import { Toast } from "@base-ui/react/toast";
import { X } from "lucide-react";
import { type FocusEvent, useCallback, useEffect, useRef } from "react";
import { MessageText, useTranslation } from "../../components/index.ts";
import "./toasts.css";

export function Toasts() {
  const { t } = useTranslation();
  const { toasts } = Toast.useToastManager();
  const giveBack = useGivenBack(toasts.length);
  const box = useHeightForDialogs();
  return (
    <Toast.Portal>
      <Toast.Viewport ref={box} className="toasts" aria-label={t("app.messages")} {...giveBack}>
        {toasts.map((toast) => (
          <Toast.Root key={toast.id} toast={toast} className="toast">
            <Toast.Content className="toast-content">
              <Toast.Title className="toast-title" render={<p />} />
              <Toast.Description className="toast-text">
                {typeof toast.description === "string" && <MessageText text={toast.description} />}
              </Toast.Description>
              <Toast.Action className="toast-action" />
            </Toast.Content>
            {/* The library hides it from screen readers until the pointer is there, though it takes the focus. */}
            <Toast.Close className="icon-button" aria-label={t("common.close")} aria-hidden={false}>
              <X className="icon" aria-hidden />
            </Toast.Close>
          </Toast.Root>
        ))}
      </Toast.Viewport>
    </Toast.Portal>
  );
}

/** A closing message would take the focus with it, so the focus returns to its earlier place. */
function useGivenBack(shown: number) {
  const from = useRef<EventTarget | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever a message has come or gone
  useEffect(() => {
    if (document.activeElement !== document.body || !(from.current instanceof HTMLElement)) return;
    if (from.current.isConnected) from.current.focus();
    else document.querySelector<HTMLElement>("main")?.focus();
  }, [shown]);
  return {
    onFocus: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) from.current = relatedTarget;
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) from.current = null;
    },
  };
}

/** Tells the dialogs' styles the height of the messages: a dialog without a free margin is placed below them. */
function useHeightForDialogs() {
  return useCallback((box: HTMLDivElement | null) => {
    if (box === null) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty("--toasts-height", `${box.offsetHeight}px`));
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
}
