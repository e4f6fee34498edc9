import { CheckCircle2, CircleDashed, FileUp, ListChecks, Play, X } from "lucide-react";
import { smallPictureOf } from "../../src-shared/drawing/index.ts";
import {
  callOrNotify,
  FIRST_STEPS,
  goTo,
  keysOf,
  Page,
  routeHref,
  showFirstSteps,
  stepTaken,
  useCall,
  useFirstSteps,
} from "../app/index.ts";
import {
  Button,
  ButtonLink,
  FlowPicture,
  IconButton,
  textOr,
  useBusy,
  useReadOnly,
  useTranslation,
  Waiting,
} from "../components/index.ts";
import { usePdfPicker } from "./file-drop.tsx";
import "./flow-card.css";
import "./home-page.css";

/** The example that runs at one click. */
const FIRST = "nda";

/** The first view: what this is, one flow that runs at a click, templates, and what to try. */
export function HomePage() {
  const { t } = useTranslation();
  const examples = useCall("examples.list", {});
  const items = examples.value?.items ?? [];
  const { busy, run, open } = useTemplates(items);
  const looking = useReadOnly();
  const dismissed = useFirstSteps() === null;
  const pickPdfs = usePdfPicker();
  return (
    <Page title={t("nav.home")}>
      <div className="home">
        <section className="home-intro">
          <p className="home-what">{t("home.what")}</p>
          <div className="buttons">
            <Button look="primary" icon={Play} busy={busy} writes onClick={() => run(FIRST)}>
              {t("home.runNow")}
            </Button>
            <Button icon={FileUp} shortcut={keysOf("flows.fromPdfs")} writes onClick={pickPdfs}>
              {t("home.fromPdfs")}
            </Button>
            <ButtonLink href={routeHref("flows")}>{t("home.toFlows")}</ButtonLink>
            {dismissed && (
              <Button icon={ListChecks} onClick={() => showFirstSteps(true)}>
                {t("home.showSteps")}
              </Button>
            )}
          </div>
        </section>
        <FirstSteps />
        <section aria-labelledby="templates-title">
          <h2 id="templates-title">{t("home.templates")}</h2>
          <p className="soft">{t("home.orDrop")}</p>
          <Waiting of={examples} title={t("home.failed")} rows={4} />
          <ul className="templates">
            {items.map(({ name, title, summary, stages }) => (
              <li key={name}>
                <button
                  type="button"
                  className="flow-card template"
                  disabled={looking !== null}
                  onClick={() => open(name)}
                >
                  <FlowPicture picture={smallPictureOf(stages)} />
                  <strong>{textOr(`examples.${name}.title`, title)}</strong>
                  <span className="soft">{textOr(`examples.${name}.summary`, summary)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Page>
  );
}

/** Opens or runs a template: the flow of its title that is there already, else a new one. */
function useTemplates(items: readonly { readonly name: string; readonly flow: string }[]) {
  const { t } = useTranslation();
  const { busy, unlessBusy } = useBusy();
  const draftOf = async (name: string) => {
    const flow = items.find((item) => item.name === name)?.flow ?? "";
    const listed = await callOrNotify(t("flows.createFailed"), "drafts.list", { search: flow, limit: 50 });
    if (listed === null) return null;
    const there = listed.items.find(({ title, errors }) => title === flow && errors === 0);
    if (there === undefined) return callOrNotify(t("flows.createFailed"), "drafts.create", { example: name });
    return callOrNotify(t("flows.createFailed"), "drafts.get", { id: there.id });
  };
  const open = async (name: string) => {
    const draft = await unlessBusy(() => draftOf(name));
    if (draft) goTo("flows", draft.id);
  };
  const run = (name: string) =>
    unlessBusy(async () => {
      const draft = await draftOf(name);
      const of = draft && ({ id: draft.id, key: draft.key, clock: "virtual" } as const);
      const started = of && (await callOrNotify(t("common.notStarted"), "drafts.start", of));
      if (!started) return;
      stepTaken("run");
      goTo("instances", started.instanceId);
    });
  return { busy, open: (name: string) => void open(name), run: (name: string) => void run(name) };
}

/** What to try first, ticked off as it is done. */
function FirstSteps() {
  const { t } = useTranslation();
  const taken = useFirstSteps();
  if (taken === null) return null;
  return (
    <section className="first-steps" aria-labelledby="first-steps-title">
      <header className="panel-head">
        <h2 id="first-steps-title">{t("home.steps", { count: taken.size, all: FIRST_STEPS.length })}</h2>
        <IconButton icon={X} label={t("home.dismiss")} onClick={() => showFirstSteps(false)} />
      </header>
      <ol>
        {FIRST_STEPS.map((step) => {
          const isTaken = taken.has(step);
          const Icon = isTaken ? CheckCircle2 : CircleDashed;
          return (
            <li key={step} className={isTaken ? "step-taken" : undefined}>
              <Icon className="icon" role="img" aria-label={t(isTaken ? "home.done" : "home.toDo")} />
              <span>
                <strong>{t(`home.step.${step}.title`)}</strong>{" "}
                <span className="soft">{t(`home.step.${step}.text`)}</span>
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
