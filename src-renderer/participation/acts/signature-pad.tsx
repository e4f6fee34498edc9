import { Tabs } from "@base-ui/react/tabs";
import { useEffect, useId, useRef, useState } from "react";
import {
  LONGEST_TYPED,
  type OverviewPage,
  typedFrom,
  unseenIn,
  type WireSignature,
} from "../../../src-shared/service/index.ts";
import { InputField } from "../../components/controls/inputs.tsx";
import { Button } from "../frame/parts.tsx";
import { usePageState } from "../session/session.ts";
import { useTranslation } from "../session/texts.ts";
import { DrawnSignature } from "./drawn-signature.tsx";
import { ImageSignature } from "./image-signature.tsx";

interface SignaturePadProps {
  /** null while there is no valid signature. */
  readonly onChange: (signature: WireSignature | null) => void;
  /** The signer in the flow: every typed form of their name is accepted. */
  readonly signer: OverviewPage["participant"];
}

const WAYS = ["draw", "type", "upload"] as const;
type Way = (typeof WAYS)[number];

/** Touch devices draw; keyboards type. */
const firstWay = (): Way => (window.matchMedia("(pointer: coarse)").matches ? "draw" : "type");

/** Takes a signature: the previous one, or a new one. */
export function SignaturePad({ onChange, signer }: SignaturePadProps) {
  // Fixed while the dialog is open.
  const given = usePageState((state) => state.adopted);
  const [adopted] = useState(given);
  const [isNew, setNew] = useState(adopted === null);
  if (adopted !== null && !isNew) return <Adopted {...{ adopted, onChange }} onOther={() => setNew(true)} />;
  return <NewSignature {...{ onChange, signer }} first={adopted?.kind === "typed" ? adopted.data : signer.full_name} />;
}

interface AdoptedProps extends Pick<SignaturePadProps, "onChange"> {
  readonly adopted: WireSignature;
  readonly onOther: () => void;
}

function Adopted({ adopted, onChange, onOther }: AdoptedProps) {
  const { t } = useTranslation();
  useReported(adopted, onChange);
  return (
    <div className="stack">
      <p>{t("sign.adopted")}</p>
      <p className="paper typed-preview">
        {adopted.kind === "typed" ? (
          adopted.data
        ) : (
          <img className="upload-preview" src={adopted.data} alt={t("sign.uploadPreview")} />
        )}
      </p>
      <div className="buttons">
        <Button
          look="ghost"
          onClick={() => {
            onChange(null);
            onOther();
          }}
        >
          {t("sign.other")}
        </Button>
      </div>
    </div>
  );
}

/** Reports a signature that exists from the start. */
function useReported(signature: WireSignature | null, onChange: SignaturePadProps["onChange"]) {
  const first = useRef({ signature, onChange });
  useEffect(() => first.current.onChange(first.current.signature), []);
}

interface NewSignatureProps extends SignaturePadProps {
  /** The initial text of a typed one. */
  readonly first: string;
}

/** Drawn, typed or as an image. Typing works by keyboard. */
function NewSignature({ onChange, signer, first }: NewSignatureProps) {
  const { t } = useTranslation();
  const [way, setWay] = useState(firstWay);
  const choose = (next: Way) => {
    onChange(null);
    setWay(next);
  };
  return (
    <Tabs.Root className="signature" value={way} onValueChange={choose}>
      <Tabs.List className="ways" aria-label={t("sign.kind")} activateOnFocus>
        {WAYS.map((value) => (
          <Tabs.Tab key={value} value={value} className="way" data-focus-first={value === way || undefined}>
            {t(`sign.${value}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="draw" className="stack way-panel">
        <DrawnSignature onChange={onChange} />
      </Tabs.Panel>
      <Tabs.Panel value="type" className="stack way-panel">
        <TypedSignature {...{ onChange, signer, first }} />
      </Tabs.Panel>
      <Tabs.Panel value="upload" className="stack way-panel">
        <ImageSignature onChange={onChange} />
      </Tabs.Panel>
    </Tabs.Root>
  );
}

function TypedSignature({ onChange, signer, first }: NewSignatureProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(typedFrom(first));
  const problemId = useId();
  const unseenOf = (typed: string) => (typed.trim() === signer.name.trim() ? null : unseenIn(typed.trim()));
  const unseen = unseenOf(name);
  const signatureOf = (typed: string): WireSignature | null => {
    const data = typed.trim();
    return data === "" || unseenOf(typed) !== null ? null : { kind: "typed", data };
  };
  useReported(signatureOf(name), onChange);
  const write = (typed: string) => {
    setName(typed);
    onChange(signatureOf(typed));
  };
  return (
    <>
      <InputField
        label={t("sign.typeLabel")}
        value={name}
        maxLength={LONGEST_TYPED}
        autoComplete="name"
        aria-invalid={unseen !== null}
        aria-describedby={unseen === null ? undefined : problemId}
        onFocus={({ target }) => target.select()}
        onChange={write}
      />
      <p id={problemId} className="form-problem" role="status">
        {unseen !== null && t("sign.unseen", { code: unseen })}
      </p>
      <p className="paper typed-preview" aria-hidden="true">
        {name.trim() === "" ? <span className="paper-hint">{t("sign.typePreview")}</span> : name}
      </p>
    </>
  );
}
