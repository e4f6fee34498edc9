import { useEffect, useState } from "react";
import type { CompanionName } from "../../../src-shared/foresight/index.ts";
import { setChoice, usePreferences } from "../../app/index.ts";
import { useSession } from "../session/use-session.ts";

export type ShownAs = "list" | "text";

/**
 * Whether a companion is shown as a list or as text, and the function to choose. The choice is stored; a place
 * requested elsewhere, such as in Problems, is shown as text this once.
 */
export function useShownAs(part: CompanionName): readonly [ShownAs, (as: ShownAs) => void] {
  const place = `authoring.${part}`;
  const chosen = usePreferences((state) => state.choices[place]);
  const asked = useSession().useAsked();
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    if (asked?.part === part && asked.range !== null) setAsked(true);
  }, [asked, part]);
  const show = (as: ShownAs) => {
    setAsked(false);
    setChoice(place, as);
  };
  return [isAsked || chosen === "text" ? "text" : "list", show];
}
