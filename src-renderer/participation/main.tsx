import "../components/basics/zod-without-eval.ts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "../components/styles/tokens.css";
import "../components/styles/base.css";
import "../components/controls/field.css";
import { ParticipantApp } from "./participant-app.tsx";
import { participantApi } from "./session/api.ts";
import { followPage } from "./session/follow.ts";
import { followWall } from "./session/framed.ts";
import { startI18n } from "./session/i18n.ts";
import { placeOf } from "./session/page-address.ts";
import { takePageToken } from "./session/page-token.ts";
import { createSession } from "./session/session.ts";

const root = document.getElementById("root");
if (!root) throw new Error("participant.html has no element with the id root");
const place = placeOf(window.location.pathname);
if (!place) throw new Error(`This page belongs under /participant/{instance}/{participant}, not ${location.pathname}`);

// Before anything else is asked for: the address holds it.
const token = takePageToken(place, window, document.cookie);

await startI18n();
const api = participantApi(place, { fetch: (...request) => fetch(...request), token });
const session = createSession(place, api, (hash) => window.location.replace(hash));
followWall(followPage(session));
window.addEventListener("hashchange", () => session.viewChanged(window.location.hash));

createRoot(root).render(
  <StrictMode>
    <ParticipantApp session={session} />
  </StrictMode>,
);
