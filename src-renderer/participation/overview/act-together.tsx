import { CheckCheck, PenLine } from "lucide-react";
import { useState } from "react";
import type { OverviewPage, PageDocument } from "../../../src-shared/service/index.ts";
import { ActDialog } from "../acts/act-dialog.tsx";
import { Button } from "../frame/parts.tsx";
import { type Verb, verbsOf } from "../session/situation.ts";
import { useTranslation } from "../session/texts.ts";

interface Together {
  readonly verb: Verb;
  readonly documents: readonly PageDocument[];
}

/** Signs or approves all pending documents of the participant at once, if there is more than one. */
export function ActTogether({ page }: { readonly page: OverviewPage }) {
  const { t } = useTranslation();
  // A snapshot at the dialog's opening: documents done since then stay in its list.
  const [asked, setAsked] = useState<Together | null>(null);
  const [isOpen, setOpen] = useState(false);
  const waiting = (["sign", "approve"] as const).flatMap((verb): readonly Together[] => {
    const documents = page.documents.filter((document) => verbsOf(document).includes(verb));
    return documents.length > 1 ? [{ verb, documents }] : [];
  });
  return (
    <div className="buttons act-together">
      {waiting.map(({ verb, documents }) => (
        <Button
          key={verb}
          icon={verb === "sign" ? PenLine : CheckCheck}
          onClick={() => {
            setAsked({ verb, documents });
            setOpen(true);
          }}
        >
          {t(`${verb}.together`, { count: documents.length })}
        </Button>
      ))}
      {asked && <ActDialog {...asked} page={page} open={isOpen} onClose={() => setOpen(false)} />}
    </div>
  );
}
