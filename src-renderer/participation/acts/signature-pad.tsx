import { Tabs } from "@base-ui/react/tabs";
import { useState } from "react";
import type { WireSignature } from "../../../src-shared/service/index.ts";
import { InputField } from "../../components/controls/inputs.tsx";
import { useTranslation } from "../session/texts.ts";
import { DrawnSignature } from "./drawn-signature.tsx";
import { ImageSignature } from "./image-signature.tsx";

interface SignaturePadProps {
  /** null while there is nothing that could be a signature. */
  readonly onChange: (signature: WireSignature | null) => void;
}

const WAYS = ["draw", "type", "upload"] as const;
type Way = (typeof WAYS)[number];

/** Fingers draw; a keyboard types. */
const firstWay = (): Way => (window.matchMedia("(pointer: coarse)").matches ? "draw" : "type");

/** Takes a signature: drawn, typed or as an image. Typing is the keyboard's way. */
export function SignaturePad({ onChange }: SignaturePadProps) {
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
        <TypedSignature onChange={onChange} />
      </Tabs.Panel>
      <Tabs.Panel value="upload" className="stack way-panel">
        <ImageSignature onChange={onChange} />
      </Tabs.Panel>
    </Tabs.Root>
  );
}

/** The service takes no longer one. */
const LONGEST_NAME = 200;

function TypedSignature({ onChange }: SignaturePadProps) {
  const { t } = useTranslation();
  const [name, setName] = useState("");
  const write = (typed: string) => {
    setName(typed);
    const data = typed.trim();
    onChange(data === "" ? null : { kind: "typed", data });
  };
  return (
    <>
      <InputField
        label={t("sign.typeLabel")}
        value={name}
        maxLength={LONGEST_NAME}
        autoComplete="name"
        onChange={write}
      />
      <p className="paper typed-preview" aria-hidden="true">
        {name.trim() === "" ? <span className="paper-hint">{t("sign.typePreview")}</span> : name}
      </p>
    </>
  );
}
