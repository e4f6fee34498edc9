import { ShieldQuestion, UsersRound, X } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { isProvider, takesCode } from "../../../../src-shared/authentication/index.ts";
import {
  type AuthenticationKey,
  authenticationKeys,
  isObject,
  providerFields,
  providersFor,
} from "../../../../src-shared/language/index.ts";
import { notify } from "../../../app/index.ts";
import { Button, EmptyState, IconButton, useTranslation } from "../../../components/index.ts";
import { SelectField } from "../../forms/fields.tsx";
import { Problems } from "../../forms/problems.tsx";
import { fieldText, type RawValue } from "../../language/raw-value.ts";
import { sameForAll, withProvider } from "../../model/authentication.ts";
import { fieldProblems, type GivenParticipant, givenParticipants } from "../../model/participants.ts";
import type { SectionProps } from "../../model/problems.ts";
import { useSession } from "../../session/use-session.ts";
import { ParticipantCards } from "../participants/participant-cards.tsx";
import { PhoneField } from "../participants/participants-section.tsx";
import { ProviderField } from "./provider-field.tsx";
import "./authentication-section.css";

const authenticationProblems = (participant: GivenParticipant) =>
  authenticationKeys.flatMap((when) => fieldProblems(participant, when));

const providerAt = ({ value }: GivenParticipant, when: AuthenticationKey) => {
  const written = value[when];
  return isObject(written) ? fieldText(written.provider) : "";
};

/** How each participant authenticates: before viewing, after the end, and before signing or approving. */
export function AuthenticationSection({ analysis }: SectionProps) {
  const { t } = useTranslation();
  const participants = useMemo(() => givenParticipants(analysis), [analysis]);
  const [open, setOpen] = useState<number | null>(participants.length === 1 ? 0 : null);
  const names = participants.map(({ name }) => name);
  const summary = useCallback(
    (participant: GivenParticipant) => {
      const used = authenticationKeys
        .filter((when) => providerAt(participant, when) !== "")
        .map((when) => {
          const provider = providerAt(participant, when);
          const known = isProvider(provider) ? t(`authenticationForm.providers.${provider}`) : provider;
          return `${t(`authenticationForm.${when}`)}: ${known}`;
        });
      return used.length > 0 ? used.join(" · ") : t("authenticationForm.linkOnly");
    },
    [t],
  );
  if (participants.length === 0)
    return (
      <EmptyState icon={ShieldQuestion} title={t("participantsForm.none")}>
        {t("authenticationForm.noneText")}
      </EmptyState>
    );
  return (
    <>
      <p className="param-intro">{t("authenticationForm.intro")}</p>
      <ParticipantCards
        label={t("common.authentication")}
        analysis={analysis}
        participants={participants}
        open={open}
        onOpen={setOpen}
        summary={summary}
        problems={authenticationProblems}
      >
        {(participant) => (
          <>
            {authenticationKeys.map((when) => (
              <Authentication key={when} analysis={analysis} participant={participant} when={when} names={names} />
            ))}
            {authenticationKeys.some((when) => takesCode(providerAt(participant, when) ?? "")) && (
              <div className="param-grid">
                <PhoneField analysis={analysis} participant={participant} />
              </div>
            )}
          </>
        )}
      </ParticipantCards>
    </>
  );
}

interface AuthenticationProps extends SectionProps {
  readonly participant: GivenParticipant;
  readonly when: AuthenticationKey;
  readonly names: readonly string[];
}

/** One of a participant's three authentications: its provider, and that provider's own fields. */
function Authentication({ analysis, participant, when, names }: AuthenticationProps) {
  const { t } = useTranslation();
  const session = useSession();
  const { name } = participant;
  const { text } = analysis;
  const written = participant.value[when];
  const value: RawValue = isObject(written) ? written : {};
  const provider = fieldText(value.provider);
  const known = isProvider(provider) ? provider : null;
  const fields = known ? [...providerFields(known, when)] : [];
  const shown = new Set(["provider", ...fields.map(([key]) => key)]);
  const unknown = Object.keys(value).filter((key) => !shown.has(key));
  const setField = (field: string, next: unknown) =>
    session.change([{ intent: "setAuthenticationField", name, when, field, value: next }]);
  const others = names.filter((other) => other !== name);
  const giveAll = async () => {
    if (await session.change(sameForAll(others, when, value)))
      notify(t("authenticationForm.givenAll", { count: others.length }));
  };
  return (
    <fieldset className="param-group">
      <legend>{t(`authenticationForm.${when}`)}</legend>
      <div className="param-grid">
        <SelectField
          text={text}
          problems={fieldProblems(participant, when, "provider")}
          label={t("authenticationForm.provider")}
          help={known ? t(`authenticationForm.providers.${known}_help`) : t(`authenticationForm.${when}_none`)}
          value={provider}
          options={[
            ["", t("authenticationForm.none")],
            ...providersFor(when).map((each) => [each, t(`authenticationForm.providers.${each}`)] as const),
          ]}
          onChange={(chosen) =>
            session.change(
              chosen === ""
                ? [{ intent: "setAuthentication", name, when, value: null }]
                : withProvider(value, chosen, { name, when }),
            )
          }
        />
        {fields.map(([key, check]) => (
          <ProviderField
            key={key}
            text={text}
            problems={fieldProblems(participant, when, key)}
            provider={provider}
            name={check.name}
            check={check}
            value={value[key]}
            onCommit={(next) => setField(key, next)}
          />
        ))}
      </div>
      {unknown.map((key) => (
        <div key={key} className="param-unknown">
          <code>{key}</code>
          <Problems text={text} problems={fieldProblems(participant, when, key)} />
          <IconButton
            icon={X}
            label={t("authenticationForm.removeField", { field: key })}
            onClick={() => void setField(key, undefined)}
          />
        </div>
      ))}
      {provider === "" && <Problems text={text} problems={fieldProblems(participant, when)} />}
      {known && others.length > 0 && (
        <Button look="ghost" icon={UsersRound} onClick={() => void giveAll()}>
          {t("authenticationForm.giveAll")}
        </Button>
      )}
    </fieldset>
  );
}
