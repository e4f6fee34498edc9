import type { FlowChange } from "../../../src-shared/changes/index.ts";
import { isDocumentId } from "../../../src-shared/language/index.ts";
import { type Folder, folderName } from "../../app/index.ts";
import { fieldWords, type Translate, textOr, valueWords } from "../../components/index.ts";

const FOLDER = "folder_id";

/** A change in words. */
export function changeWords(t: Translate, { key, values, text }: FlowChange, folders: readonly Folder[]): string {
  const role = values.role === undefined ? {} : { role: textOr(`changes.role.${values.role}`, String(values.role)) };
  const shown = { ...values, ...role, ...inWords(values) };
  if (key === "document.added" && isDocumentId(values.value ?? "")) return t("changes.document.addedPdf", shown);
  if (key === "document.changed" && [values.before, values.value].every((value) => isDocumentId(value ?? "")))
    return t("changes.document.changedPdf", shown);
  if (values.field === FOLDER) return t("changes.field.changed", { ...shown, ...moved(t, key, values, folders) });
  return textOr(`changes.${key}`, text, shown);
}

/** The field of a change and its values, in the words of the forms. */
function inWords({ field, before, after }: FlowChange["values"]) {
  if (field === undefined) return {};
  const last = field.split(" ").at(-1) ?? field;
  const words = (value = "") => valueWords(last, value);
  return { field: fieldWords(field), before: words(before), after: words(after) };
}

/** Two folders by name. A flow without a folder is in the home folder, so no folder counts as removed. */
function moved(t: Translate, key: string, { before, after }: FlowChange["values"], folders: readonly Folder[]) {
  const nameOf = (value = "") => {
    const folder = folders.find(({ id }) => id === value);
    return folder === undefined ? value : folderName(t, folder);
  };
  const home = t("folders.home");
  return {
    before: key === "field.set" ? home : nameOf(before),
    after: key === "field.removed" ? home : nameOf(after),
  };
}
