import { Tabs } from "@base-ui/react/tabs";
import { useId, useState } from "react";
import { unseenIn, type WireSignature } from "../../../src-shared/service/index.ts";
import { InputField } from "../../components/controls/inputs.tsx";
import { useTranslation } from "../session/texts.ts";
import { DrawnSignature } from "./drawn-signature.tsx";
import { ImageSignature } from "./image-signature.tsx";

interface SignaturePadProps {
  /** null while there is nothing that could be a signature. */
  readonly onChange: (signature: WireSignature | null) => void;
  /** The signer's name in the flow: typed, it is taken whatever it holds. */
  readonly signer: string;
}

const WAYS = ["draw", "type", "upload"] as const;
type Way = (typeof WAYS)[number];

/** Fingers draw; a keyboard types. */
const firstWay = (): Way => (window.matchMedia("(pointer: coarse)").matches ? "draw" : "type");

/** Takes a signature: drawn, typed or as an image. Typing is the keyboard's way. */
export function SignaturePad({ onChange, signer }: SignaturePadProps) {
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
        <TypedSignature onChange={onChange} signer={signer} />
      </Tabs.Panel>
      <Tabs.Panel value="upload" className="stack way-panel">
        <ImageSignature onChange={onChange} />
      </Tabs.Panel>
    </Tabs.Root>
  );
}

/** The service takes no longer one. */
const LONGEST_NAME = 200;

function TypedSignature({ onChange, signer }: SignaturePadProps) {
  const { t } = useTranslation();
  const [name, setName] = useState("");
  const problemId = useId();
  const unseenOf = (typed: string) => (typed.trim() === signer.trim() ? null : unseenIn(typed.trim()));
  const unseen = unseenOf(name);
  const write = (typed: string) => {
    setName(typed);
    const data = typed.trim();
    onChange(data === "" || unseenOf(typed) !== null ? null : { kind: "typed", data });
  };
  return (
    <>
      <InputField
        label={t("sign.typeLabel")}
        value={name}
        maxLength={LONGEST_NAME}
        autoComplete="name"
        aria-invalid={unseen !== null}
        aria-describedby={unseen === null ? undefined : problemId}
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
