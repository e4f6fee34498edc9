import { useEffect, useState } from "react";
import type { OutputOf } from "../../../src-shared/bridge/index.ts";
import { SearchSelect, Select, useTranslation } from "../../components/index.ts";
import { useCall } from "../connection/use-call.ts";
import { useLast } from "../connection/use-last.ts";
import { usePages } from "../connection/use-pages.ts";
import { folderName } from "../language/folder-name.ts";
import { useTime } from "../language/use-time.ts";

type Flow = OutputOf<"drafts.list">["items"][number];

/** Characters. */
const LONGEST_SEARCH = 500;

interface Props {
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

/**
 * Selects one of the local flows; the first is preselected. Only one page of them is read: more are found by search.
 */
export function ChooseFlow({ chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const namesOf = useNames();
  const { items, hasMore } = usePages("drafts.list", {}, ["draft"]);
  const first = items[0]?.id;
  const isFirstWanted = chosen === "" && first !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onChoose` is new each time it is drawn
  useEffect(() => {
    if (isFirstWanted) onChoose(first);
  }, [isFirstWanted, first]);
  if (hasMore) return <FindFlow {...{ chosen, onChoose }} />;
  return <Select label={t("common.flow")} value={chosen} options={namesOf(items)} onChange={onChoose} />;
}

function FindFlow({ chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const namesOf = useNames();
  const [typed, setTyped] = useState("");
  const { items, loading } = usePages("drafts.list", { search: typed.trim().slice(0, LONGEST_SEARCH) }, ["draft"]);
  const options = namesOf(useLast(items, loading));
  const now = options.find(([id]) => id === chosen)?.[1];
  // The selection keeps its name during a search.
  const words = useLast(now ?? "", now === undefined);
  return (
    <div className="form-field">
      <span aria-hidden>{t("common.flow")}</span>
      <SearchSelect
        label={t("common.flow")}
        value={chosen}
        options={options}
        search={{ words, isOld: loading, onType: setTyped }}
        onChange={onChoose}
      />
    </div>
  );
}

/** Each flow by its id, with a unique name: equal titles are distinguished as in the list of flows. */
function useNames() {
  const { t } = useTranslation();
  const time = useTime();
  const folders = useCall("folders.list", {}, ["settings"]).value?.items ?? [];
  const titleOf = ({ title }: Flow) => title || t("common.untitled");
  const placeOf = ({ folderId, modified }: Flow) => {
    const folder = folders.find(({ home, id }) => (folderId === null ? home : id === folderId));
    return [...(folder ? [folderName(t, folder)] : []), time.dateTime(modified)].join(", ");
  };
  const names: readonly ((flow: Flow) => string)[] = [
    titleOf,
    (flow) => `${titleOf(flow)} (${placeOf(flow)})`,
    (flow) => `${titleOf(flow)} (${placeOf(flow)}, ${t("remoteRuns.flowNumber", { id: flow.id })})`,
  ];
  return (flows: readonly Flow[]) => {
    const found = new Map<string, string>();
    for (const name of names) {
      const open = flows.filter(({ id }) => !found.has(id));
      const counts = Map.groupBy(open, name);
      for (const [words, [flow, ...others]] of counts)
        if (flow !== undefined && others.length === 0) found.set(flow.id, words);
    }
    return flows.map((flow) => [flow.id, found.get(flow.id) ?? titleOf(flow)] as const);
  };
}
