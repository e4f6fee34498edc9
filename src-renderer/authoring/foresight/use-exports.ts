import { saveText } from "../../app/index.ts";
import { useTranslation } from "../../components/index.ts";
import type { Foreseen } from "./foreseen.ts";
import type { ForesightAsker } from "./foresight-asker.ts";

interface Export {
  readonly title: string;
  readonly save: () => void;
}

/** The answer as files. */
export function useExports(asker: ForesightAsker, { id }: Foreseen): readonly Export[] {
  const { t } = useTranslation();
  const saveJson = async () => {
    const json = await asker.json(id, "flow.yaml");
    if (json !== null) saveText("what-can-happen.json", json, "application/json");
  };
  return [{ title: t("foresight.saveJson"), save: () => void saveJson() }];
}
