/**
 * What the participants' wall and a participant's page that it frames say to each other by `postMessage`. The page listens
 * to its parent alone, and only the app may be that (`frame-ancestors`). Nothing here carries a secret or an act.
 */
import { z } from "zod";

/** The participants' languages, each in its own words. */
export const participantLanguages = {
  en: "English",
  sv: "Svenska",
  nb: "Norsk bokmål",
  da: "Dansk",
  fi: "Suomi",
} as const;
export type ParticipantLanguage = keyof typeof participantLanguages;

export const isParticipantLanguage = (text: string): text is ParticipantLanguage =>
  Object.hasOwn(participantLanguages, text);

/** How the wall wants the page to look. */
export const frameLook = z.object({
  countersign: z.literal("look"),
  /** null, here and below: as the browser asks. */
  theme: z.enum(["light", "dark"]).nullable(),
  language: z.custom<ParticipantLanguage>((text) => typeof text === "string" && isParticipantLanguage(text)).nullable(),
  /** Out of sight: the page asks for nothing until it is seen again. */
  resting: z.boolean(),
});
export type FrameLook = z.output<typeof frameLook>;

/** The run has changed: the page asks for its newest state. */
export const frameChanged = z.object({ countersign: z.literal("changed") });

export const toFrame = z.discriminatedUnion("countersign", [frameLook, frameChanged]);
export type ToFrame = z.output<typeof toFrame>;

/** `ready`: the page listens. `leave`: the person in the frame pressed the key that leads back to the wall. */
export const fromFrame = z.object({ countersign: z.enum(["ready", "leave"]) });
export type FromFrame = z.output<typeof fromFrame>;
