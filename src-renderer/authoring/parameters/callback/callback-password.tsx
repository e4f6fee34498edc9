import { CircleX, KeyRound, LockKeyhole } from "lucide-react";
import { useState } from "react";
import type { Diagnostic } from "../../../../src-shared/basics/index.ts";
import { callOrNotify, useCall } from "../../../app/index.ts";
import { Button, useTranslation } from "../../../components/index.ts";
import { Field } from "../../forms/fields.tsx";
import { useSession } from "../../session/use-session.ts";

interface CallbackPasswordProps {
  /** The password's name in the text; "" if there is none. */
  readonly name: string;
  readonly problems: readonly Diagnostic[];
  readonly text: string;
}

/**
 * The password goes into the workspace's secret store; the text contains only its name (law 9). It is never shown
 * again.
 */
export function CallbackPassword({ name, ...field }: CallbackPasswordProps) {
  const { t } = useTranslation();
  const session = useSession();
  const { value, reload } = useCall("callbacks.passwordHeld", name === "" ? null : { ref: name });
  const [typed, setTyped] = useState("");
  const held = value?.held === true;
  const keep = async () => {
    const input = { password: typed, ref: name === "" ? null : name };
    const kept = await callOrNotify(t("callbackForm.passwordFailed"), "callbacks.keepPassword", input);
    if (kept === null) return;
    if (kept.ref !== name)
      if (!(await session.change([{ intent: "setCallbackField", field: "password_ref", value: kept.ref }]))) return;
    setTyped("");
    reload();
  };
  const Icon = held ? LockKeyhole : CircleX;
  return (
    <div className="param-password">
      <Field {...field} label={t("common.password")} help={t("callbackForm.passwordHelp")}>
        {(wiring) => (
          <span className="param-with-button">
            <input
              {...wiring}
              className="field"
              type="password"
              autoComplete="new-password"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === "Enter" && typed !== "") void keep();
              }}
            />
            <Button
              icon={KeyRound}
              blocked={typed === "" ? t("callbackForm.passwordFirst") : null}
              onClick={() => void keep()}
            >
              {t(held ? "callbackForm.passwordReplace" : "callbackForm.passwordKeep")}
            </Button>
          </span>
        )}
      </Field>
      <p className={held ? "status tone-good" : "status tone-bad"} role="status">
        <Icon className="icon" aria-hidden />
        {held
          ? t("callbackForm.passwordHeld", { name })
          : t(name === "" ? "callbackForm.passwordNone" : "callbackForm.passwordMissing", { name })}
      </p>
    </div>
  );
}
