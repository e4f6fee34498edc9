import { marksShown, short } from "../../../src-shared/basics/index.ts";
import type { OutputOf } from "../../../src-shared/bridge/index.ts";
import { useTranslation } from "../../components/index.ts";
import { useTime } from "../language/use-time.ts";

/** What tells a run on an account from others of its flow. */
export type NamedRun = Pick<
  OutputOf<"sync.commands.list">["items"][number],
  "key" | "id" | "title" | "wallCreated" | "adopted"
>;

/** Characters of an id that a row has room for, and those that it shows of a longer one. */
const WHOLE = 12;
const LAST = 8;
/** Characters of a title that a sentence has room for, before what tells its runs apart. */
const MOST_TITLE = 120;

/** An id there as a row shows it: those that count up with the time differ at their ends. */
export const shortId = (id: string): string => (id.length > WHOLE ? `…${id.slice(-LAST)}` : id);

/** How a run on an account is named, wherever several may have one title [Y10]. */
export function useRunNames() {
  const { t } = useTranslation();
  const time = useTime();
  /** Beside its title: its id there, and when it was started or adopted. */
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
  /** Above what a dialog says of it. */
  const about = (run: NamedRun, text: string): string => `${named(run)}\n${text}`;
  return { which, named, about };
}
