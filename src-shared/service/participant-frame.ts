/**
 * What the participants' wall and a participant's page that it frames say to each other by `postMessage`. The page listens
 * to its parent alone, and only the app may be that (`frame-ancestors`). Nothing here carries a secret or an act.
 */
import { z } from "zod";

/**
 * Every participant's frame has a host of its own, so that the browser keeps their pages apart. Names below `localhost` lead
 * to this machine without any look-up (RFC 6761, 6.3).
 */
const FRAMES = "countersign.localhost";
const FRAME_HOST = /^p-([1-9][0-9]{0,15})\.countersign\.localhost$/;

/** The participant whose host this is, a name without its port; null: nobody's. */
export const participantOfHost = (name: string): string | null => FRAME_HOST.exec(name)?.[1] ?? null;

/** An access link at its participant's own host. */
export const linkInFrame = (link: string, participantId: string): string =>
  link.replace(/^http:\/\/[^/:]+/, `http://p-${participantId}.${FRAMES}`);

/** What the app may frame, as a policy names it: the participants' hosts at the service's port. */
export const framedBy = (servicePort: number): string => `http://*.${FRAMES}:${servicePort}`;

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

/** `ready`: the page listens. `leave`: the person in the frame pressed the key that leads back to the wall. */
export const fromFrame = z.object({ countersign: z.enum(["ready", "leave"]) });
export type FromFrame = z.output<typeof fromFrame>;
