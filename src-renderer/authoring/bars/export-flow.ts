import { callOrNotify, download, notify } from "../../app/index.ts";
import { translate } from "../../components/index.ts";

/** Saves a flow as a file, with `pdfs` as one zip; reports what a plain file leaves out, or why it failed. */
export async function exportFlow(id: string, pdfs: boolean): Promise<void> {
  const made = await callOrNotify(translate("export.failed"), "drafts.export", { id, pdfs });
  if (!made) return;
  download(made.address);
  const [first, second] = made.without;
  if (first !== undefined)
    notify(
      translate("export.alone"),
      translate(second === undefined ? `export.without.${first}` : "export.without.both"),
    );
}
