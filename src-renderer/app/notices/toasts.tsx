import { Toast } from "@base-ui/react/toast";
import { X } from "lucide-react";
import { useTranslation } from "../../components/index.ts";
import "./toasts.css";

export function Toasts() {
  const { t } = useTranslation();
  const { toasts } = Toast.useToastManager();
  return (
    <Toast.Portal>
      <Toast.Viewport className="toasts" aria-label={t("app.messages")}>
        {toasts.map((toast) => (
          <Toast.Root key={toast.id} toast={toast} className="toast">
            <Toast.Content className="toast-content">
              <Toast.Title className="toast-title" render={<p />} />
              <Toast.Description className="toast-text" />
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
