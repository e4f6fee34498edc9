import { FileCode, FileImage, FileText, ImageDown, Printer } from "lucide-react";
import { useRef } from "react";
import { pictureOf, pictureWords, type StageCard } from "../../../../src-shared/drawing/index.ts";
import { notifyError, saveBlob } from "../../../app/index.ts";
import { IconButton, Menu, type MenuEntry, useTranslation } from "../../../components/index.ts";
import { useFlowActions } from "../../use-flow-actions.ts";

interface Flow {
  readonly cards: readonly StageCard[];
  readonly title: string;
}

type Format = "svg" | "png" | "pdf";

/** The width of a line of a drawing on paper. */
const ROOM = 1100;

/** Exports the drawing to a file or to paper. */
export function ExportMenu(flow: Flow) {
  const { t } = useTranslation();
  const entries = useExport(flow);
  return <Menu trigger={<IconButton icon={ImageDown} label={t("canvas.export.title")} />} entries={entries} />;
}

/** Also in the palette. */
function useExport(flow: Flow): readonly MenuEntry[] {
  const { t } = useTranslation();
  const latest = useRef(flow);
  latest.current = flow;
  const draw = () => {
    const { cards, title } = latest.current;
    return { picture: pictureOf({ cards, words: pictureWords(t), room: ROOM }), title: title || t("common.untitled") };
  };
  const save = async (format: Format) => {
    try {
      const { picture, title } = draw();
      const { fileOf } = await import("./picture-file.ts");
      saveBlob(`${title.replace(/[\\/:*?"<>|]+/g, "-")}.${format}`, await fileOf(format, picture, title));
    } catch (fault) {
      notifyError(t("canvas.export.failed"), { message: fault instanceof Error ? fault.message : String(fault) });
    }
  };
  const print = async () => {
    const { picture, title } = draw();
    const { printPicture } = await import("./print-picture.ts");
    await printPicture(picture, title);
  };
  const icons = { svg: FileCode, png: FileImage, pdf: FileText } as const;
  const entries: readonly (MenuEntry & { readonly id: "canvas.svg" | "canvas.png" | "canvas.pdf" | "canvas.print" })[] =
    [
      ...(["svg", "png", "pdf"] as const).map((format) => ({
        id: `canvas.${format}` as const,
        label: t(`canvas.export.${format}`),
        icon: icons[format],
        run: () => void save(format),
      })),
      { id: "canvas.print", label: t("canvas.export.print"), icon: Printer, run: () => void print() },
    ];
  useFlowActions(entries.map(({ id, label, run }) => [id, label, run, { group: t("sides.canvas") }]));
  return entries;
}
