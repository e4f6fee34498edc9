import { isParticipantLanguage, type ParticipantLanguage } from "../../../src-shared/service/index.ts";

/** Norwegians whose browser says `no` or `nn` read bokmål. */
const ALSO: Readonly<Record<string, ParticipantLanguage>> = { no: "nb", nn: "nb" };

/** The first of the wanted languages (BCP 47) that the page supports, else English. */
export function pickLanguage(wanted: readonly string[]): ParticipantLanguage {
  for (const tag of wanted) {
    const primary = tag.toLowerCase().split("-", 1)[0] ?? "";
    const language = ALSO[primary] ?? primary;
    if (isParticipantLanguage(language)) return language;
  }
  return "en";
}
