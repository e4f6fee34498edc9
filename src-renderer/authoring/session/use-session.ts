import { createContext, useContext } from "react";
import type { AuthoringSession } from "./session.ts";

export const SessionContext = createContext<AuthoringSession | null>(null);

/** The opened draft that the calling component belongs to; the same object for as long as it is open. */
export function useSession(): AuthoringSession {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("No draft is open around this component.");
  return session;
}
