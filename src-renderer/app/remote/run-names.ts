import { marksShown, short } from "../../../src-shared/basics/index.ts";
import type { OutputOf } from "../../../src-shared/bridge/index.ts";
import { useTranslation } from "../../components/index.ts";
import { useTime } from "../language/use-time.ts";

/** Distinguishes a run on an account from others of its flow. */
export type NamedRun = Pick<
  OutputOf<"sync.commands.list">["items"][number],
  "key" | "id" | "title" | "wallCreated" | "adopted"
>;

/** Longest id that a row shows in full, and the characters shown of a longer one. */
const WHOLE = 12;
const LAST = 8;
/** Longest title in a sentence, before the part that identifies the run. */
const MOST_TITLE = 120;

/** A remote id for a row: ids that count up with time differ at their ends. */
export const shortId = (id: string): string => (id.length > WHOLE ? `…${id.slice(-LAST)}` : id);

/** The name of a run on an account, wherever several may share a title [Y10]. */
export function useRunNames() {
  const { t } = useTranslation();
  const time = useTime();
  /** Beside its title: its remote id, and when it was started or adopted. */
  const which = ({ id, wallCreated, adopted }: NamedRun): string => {
    const when = time.dateTime(wallCreated);
    if (id === null) return t("remoteRuns.which.unknown", { when });
    return t(`remoteRuns.which.${adopted ? "adopted" : "started"}`, { id: shortId(id), when });
  };
  /** With its title. */
  const named = (run: NamedRun): string =>
    t("remoteRuns.named", {
      title: marksShown(short(run.title, MOST_TITLE) || t("common.untitled")),
      which: which(run),
    });
  /** Above a dialog's text about it. */
  const about = (run: NamedRun, text: string): string => `${named(run)}\n${text}`;
  return { which, named, about };
}
