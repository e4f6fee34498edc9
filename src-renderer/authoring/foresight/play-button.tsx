import { ListVideo } from "lucide-react";
import { useId } from "react";
import type { InputOf } from "../../../src-shared/bridge/index.ts";
import { useActions } from "../../app/index.ts";
import { Button, plainText, useTranslation } from "../../components/index.ts";
import { useStart } from "../session/use-start.ts";

type Script = NonNullable<InputOf<"drafts.start">["follows"]>;

interface Props extends Pick<Script, "steps"> {
  /** What the steps show, in the words of their row. */
  readonly title: string;
  readonly look?: "ghost";
}

/** Starts the flow in its current form, on a clock of its own, to follow these steps. */
export function PlayButton({ title, steps, ...look }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { busy, start } = useStart();
  const name = plainText(title);
  const play = () => void start("virtual", { title: name, steps });
  useActions([
    {
      id: `play ${id}`,
      title: t("plays.playThis", { what: name }),
      group: t("sides.foresight"),
      writes: true,
      run: play,
    },
  ]);
  return (
    <Button
      {...look}
      icon={ListVideo}
      busy={busy}
      writes
      aria-label={t("plays.playThis", { what: name })}
      aria-description={t("plays.playText")}
      onClick={play}
    >
      {t("plays.play")}
    </Button>
  );
}
