import { createContext, useContext } from "react";
import type { AuthoringSession } from "./session.ts";

export const SessionContext = createContext<AuthoringSession | null>(null);

/** The open draft to which the calling component belongs; the same object while it is open. */
export function useSession(): AuthoringSession {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("No draft is open around this component.");
  return session;
}
