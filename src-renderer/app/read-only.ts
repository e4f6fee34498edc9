import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { useHost } from "./host.ts";

/** Why nothing can be changed in a read-only workspace; null where it can. */
export function useReadOnly(): string | null {
  const { t } = useTranslation();
  const looking = useHost((state) => state.workspace?.readOnly ?? false);
  return looking ? t("connection.lookingWhy") : null;
}

/** The same, asked at the moment of an act. */
export const lookingNow = (): string | null =>
  useHost.getState().workspace?.readOnly ? i18next.t("connection.lookingWhy") : null;
