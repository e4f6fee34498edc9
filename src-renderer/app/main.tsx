import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { z } from "zod";
import "../components/tokens.css";
import "../components/base.css";
import "../components/parts.css";
import "../components/tables.css";
import "../components/floating.css";
import "../components/message.css";
import "./shell.css";
import "../authoring/authoring.css";
import "../authoring/canvas/canvas.css";
import "../authoring/outline/outline.css";
import "../authoring/editor/editor.css";
import "../authoring/parameters/parameters.css";
import "../authoring/draft/versions.css";
import "../authoring/parameters/content.css";
import "../monitoring/monitoring.css";
import "../monitoring/reading.css";
import { App } from "./app.tsx";
import { watchHost } from "./host.ts";
import { startI18n } from "./i18n.ts";
import { loadPreferences, startPreferences, usePreferences } from "./preferences.ts";

// The page's content policy forbids code made from strings; zod must not try.
z.config({ jitless: true });

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element with the id root");

await startI18n(usePreferences.getState().language);
startPreferences();
let preferencesLoaded = false;
watchHost(() => {
  if (preferencesLoaded) return;
  preferencesLoaded = true;
  void loadPreferences();
});

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
