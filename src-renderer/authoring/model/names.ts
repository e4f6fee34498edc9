import { wrongName } from "../../../src-shared/language/index.ts";
import type { Translate } from "../../components/index.ts";

/** Why a new name is not allowed [N004]; null: it is. */
export function nameProblem(t: Translate, name: string, taken: readonly string[]): string | null {
  if (wrongName(name) !== null) return t("rename.refused.badName");
  return taken.includes(name) ? t("rename.refused.taken", { name }) : null;
}
