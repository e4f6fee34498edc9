import { CloudUpload, GitMerge } from "lucide-react";
import { useState } from "react";
import { marksShown } from "../../../src-shared/basics/index.ts";
import { PERHAPS_AMONG, PERHAPS_CHANGED, PERHAPS_CREATED } from "../../../src-shared/sync/index.ts";
import {
  callOrNotify,
  host,
  PublishThere,
  reasonText,
  routeHref,
  StandingChip,
  stopAsking,
  stopSyncing,
  type useCall,
} from "../../app/index.ts";
import {
  Button,
  ButtonLink,
  confirmFirst,
  MessageText,
  NameDialog,
  ONE_CLICK,
  type Translate,
  useTranslation,
  Waiting,
} from "../../components/index.ts";
import type { Account, OpenDraft } from "../types.ts";

interface Props {
  readonly account: Account;
  readonly drafts: ReturnType<typeof useCall<"sync.drafts.list">>;
}

/** An account's flows that are not up to date, with the actions for each. */
export function OpenDrafts({ account, drafts }: Props) {
  const { t } = useTranslation();
  const items = drafts.value?.items ?? [];
  if (drafts.error) return <Waiting of={drafts} title={t("sync.openFailed")} />;
  if (items.length === 0) return null;
  return (
    <section className="account-part">
      <h3>{t("sync.open")}</h3>
      <ul className="open-drafts" aria-label={t("sync.open")} {...ONE_CLICK}>
        {items.map((draft) => (
          <OpenDraftRow key={draft.key} {...{ account, draft }} />
        ))}
      </ul>
    </section>
  );
}

/** The name of a button in a row: includes the flow, as rows repeat. */
const nameOf = (t: Translate, act: string, title: string): string =>
  t("remoteRuns.doTo", { act, what: marksShown(title) });

interface RowProps extends Pick<Props, "account"> {
  readonly draft: OpenDraft;
}

function OpenDraftRow({ account: { name, level }, draft }: RowProps) {
  const { t } = useTranslation();
  const { id, title, state, why, held } = draft;
  const words = title || t("common.untitled");
  const isCreate = state === "perhaps_sent" && why !== PERHAPS_CHANGED;
  const named = (act: string) => nameOf(t, act, words);
  const letGo = () => void callOrNotify(t("sync.letGoFailed"), "sync.run", { name, dryRun: false, only: draft.key });
  return (
    <li className="open-draft">
      <StandingChip
        standing={{ ...draft, account: name, apiVersion: null, offlineSince: null, unusable: false }}
        isAtAccount
      />
      {id === null ? (
        <span className="truncate" title={words}>
          {words}
        </span>
      ) : (
        <a className="truncate" href={routeHref("flows", id)} title={words}>
          {words}
        </a>
      )}
      {state === "refused" && why !== null && (
        <span className="open-why">
          <MessageText text={reasonText(why)} />
        </span>
      )}
      {state === "deleted_here" && <span className="open-why">{t("sync.deletedHereText", { account: name })}</span>}
      {state === "perhaps_sent" && (
        <span className="open-why">
          {why === PERHAPS_CHANGED || why === PERHAPS_AMONG || (why === PERHAPS_CREATED && level !== "full")
            ? reasonText(why)
            : t(level === "full" ? "sync.perhapsLooked" : "sync.perhapsText")}
        </span>
      )}
      <span className="buttons">
        {(state === "conflict" || state === "deleted_there") && (
          <ButtonLink
            icon={GitMerge}
            href={routeHref("sync", draft.key, { account: name })}
            aria-label={named(t("sync.settle"))}
          >
            {t("sync.settle")}
          </ButtonLink>
        )}
        {isCreate && <Resolve {...{ name, level, draft }} />}
        {level === "publish" && id !== null && state !== "perhaps_sent" && <Publish {...{ name, id, title: words }} />}
        {state === "refused" && id !== null && level !== "publish" && (
          <Button
            writes
            aria-label={named(t("sync.unbind"))}
            onClick={() => void stopSyncing(t, { draftId: id, title: words })}
          >
            {t("sync.unbind")}
          </Button>
        )}
        {held && (
          <Button writes aria-label={named(t("sync.letGo"))} onClick={letGo}>
            {t("sync.letGo")}
          </Button>
        )}
      </span>
    </li>
  );
}

interface PublishProps {
  readonly name: string;
  readonly id: string;
  readonly title: string;
}

function Publish({ name, id, title }: PublishProps) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button icon={CloudUpload} writes aria-label={nameOf(t, t("publish.ask"), title)} onClick={() => setAsking(true)}>
        {t("publish.ask")}
      </Button>
      {asking && <PublishThere account={name} draftId={id} title={title} onClose={() => setAsking(false)} />}
    </>
  );
}

interface ResolveProps extends Pick<RowProps, "draft">, Pick<Account, "name" | "level"> {}

/** A create without an answer: only its author can check whether it exists there [Y9]. */
function Resolve({ name, level, draft: { key, title } }: ResolveProps) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const adopt = async (remoteId: string) => {
    const found = await host.call("sync.resolve", { name, key, remoteId, asks: true });
    if (!found.ok) return reasonText(found.error.message);
    if (found.value.other === null) return null;
    const there = found.value.other.title || t("common.untitled");
    const isIt = await confirmFirst({
      title: t("sync.isItTitle"),
      body: t("sync.isItText", { id: remoteId, there, title: title || t("common.untitled") }),
      confirm: t("sync.isItDone"),
    });
    if (!isIt) return t("sync.isItNot", { id: remoteId, there });
    const taken = await host.call("sync.resolve", { name, key, remoteId, asks: false });
    return taken.ok ? null : reasonText(taken.error.message);
  };
  const again = () =>
    void callOrNotify(t("sync.resolveFailed"), "sync.resolve", { name, key, remoteId: null, asks: false });
  const named = (act: string) => nameOf(t, act, title || t("common.untitled"));
  const words = {
    title: t("sync.isThereTitle"),
    label: t("sync.isThereLabel"),
    done: t("sync.isThereDone"),
    first: t("remoteRuns.adoptFirst"),
    ...(level === "publish" && { description: t("sync.isThereUnchecked", { account: name }) }),
  };
  return (
    <>
      <Button writes aria-label={named(t("sync.isThere"))} onClick={() => setAsking(true)}>
        {t("sync.isThere")}
      </Button>
      <Button writes aria-label={named(t("sync.notThere"))} onClick={again}>
        {t("sync.notThere")}
      </Button>
      {asking && (
        <NameDialog
          {...words}
          maxLength={200}
          onDone={adopt}
          onStop={() => stopAsking(name)}
          waitsFor={name}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
