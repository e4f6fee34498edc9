import "../components/basics/zod-without-eval.ts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "../components/styles/tokens.css";
import "../components/styles/base.css";
import "../components/index.ts";
import "./index.ts";
import { watchHost } from "./connection/host.ts";
import { startI18n } from "./language/i18n.ts";
import { followPreferences, loadPreferences, startPreferences, usePreferences } from "./settings/preferences.ts";
import { App } from "./shell/app.tsx";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element with the id root");

await startI18n(usePreferences.getState().language);
startPreferences();
followPreferences();
let arePreferencesLoaded = false;
async function loadPreferencesOnce() {
  if (!arePreferencesLoaded) arePreferencesLoaded = await loadPreferences();
}
watchHost(() => void loadPreferencesOnce());

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
