import { useMemo, useRef } from "react";
import { lineIndex, positionAt, type TextRange } from "../../../src-shared/basics/index.ts";
import { Dialog, useTranslation, walkButtons } from "../../components/index.ts";
import type { NamedInText } from "../language/analysis-view.ts";
import { useSession } from "../session/use-session.ts";
import "./references-dialog.css";

/** Every place of a name, each with its line; arrow keys move between them and Enter goes there. */
export function ReferencesDialog({ named, onClose }: { readonly named: NamedInText; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const session = useSession();
  const { text, places, symbol } = named;
  const first = useRef<HTMLButtonElement>(null);
  const lines = useMemo(() => lineIndex(text), [text]);
  const go = (range: TextRange) => {
    onClose();
    session.reveal(range);
  };
  return (
    <Dialog
      open
      wide
      focusFirst={first}
      onClose={onClose}
      title={t(`references.title.${symbol.kind}`, { name: symbol.name })}
      description={t("references.count", { count: places.length })}
    >
      <ul className="references" onKeyDown={(event) => walkButtons(event, "button")}>
        {places.map(({ range, definition }, at) => {
          const { line } = positionAt(lines, range.from);
          const start = lines.starts[line - 1] ?? 0;
          const shown = text.slice(start, lines.starts[line] ?? text.length);
          return (
            <li key={range.from}>
              <button
                ref={at === 0 ? first : null}
                type="button"
                className="row-button reference"
                onClick={() => go(range)}
              >
                <span className="reference-line soft">{t("problems.line", { line })}</span>
                <code className="truncate">
                  {shown.slice(0, range.from - start).trimStart()}
                  <mark>{text.slice(range.from, range.to)}</mark>
                  {shown.slice(range.to - start).trimEnd()}
                </code>
                {definition && <span className="pill tone-info">{t("references.given")}</span>}
              </button>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
