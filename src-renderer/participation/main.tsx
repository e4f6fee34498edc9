import "../components/basics/zod-without-eval.ts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "../components/styles/tokens.css";
import "../components/styles/base.css";
import "../components/controls/field.css";
import { ParticipantApp } from "./participant-app.tsx";
import { participantApi } from "./session/api.ts";
import { followWall, isFramed } from "./session/framed.ts";
import { startI18n } from "./session/i18n.ts";
import { type Place, placeOf } from "./session/page-address.ts";
import { tabStorage } from "./session/page-storage.ts";
import { takePageToken } from "./session/page-token.ts";
import { pollPage } from "./session/poll-page.ts";
import { createSession, type Session } from "./session/session.ts";

const root = document.getElementById("root");
if (!root) throw new Error("participant.html has no element with the id root");
const place = placeOf(window.location.pathname);
// Before any other request: the address contains it.
const token = place === null ? null : takePageToken(place, window, tabStorage, document.cookie);

await startI18n();
const session = place === null ? deadSession() : liveSession(place);

/** A page without a participant, as the service shows it for a broken or cut link: it requests nothing. */
function deadSession(): Session {
  const nowhere = { instanceId: "", participantId: "" };
  const session = createSession(nowhere, participantApi(nowhere, { fetch, token }), () => undefined);
  session.store.setState({ lost: { kind: "endpoint_not_found", message: "This link opens nothing." } });
  return session;
}

function liveSession(place: Place): Session {
  const api = participantApi(place, { fetch: (...request) => fetch(...request), token });
  const session = createSession(place, api, (hash) => window.location.replace(hash));
  followWall(pollPage(session, isFramed()));
  window.addEventListener("hashchange", () => session.viewChanged(window.location.hash));
  return session;
}

createRoot(root).render(
  <StrictMode>
    <ParticipantApp session={session} />
  </StrictMode>,
);
