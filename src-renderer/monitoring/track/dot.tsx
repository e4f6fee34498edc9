import type { ButtonHTMLAttributes, Ref } from "react";
import { Tip, useReadOnly } from "../../components/index.ts";
import type { StoryKind } from "../history/fold-history.ts";

interface DotProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children" | "aria-label"> {
  /** From 0 to 1. */
  readonly x: number;
  /** `shared`: a fork shares it with its source run. */
  readonly look: StoryKind | "due" | "shared";
  /** What and when: its name and its tooltip. */
  readonly label: string;
  readonly inTabOrder: boolean;
  /** It changes the workspace: blocked in a read-only one. */
  readonly writes?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A point of the track that can be pressed. */
export function Dot({ x, look, label, inTabOrder, writes = false, onClick, ...rest }: DotProps) {
  const readOnly = useReadOnly();
  const blocked = writes ? readOnly : null;
  return (
    <Tip text={blocked === null ? label : `${label}: ${blocked}`}>
      <button
        type="button"
        {...rest}
        className="track-dot"
        data-look={look}
        style={{ left: `${x * 100}%` }}
        aria-label={label}
        aria-disabled={blocked !== null || undefined}
        tabIndex={inTabOrder ? 0 : -1}
        onClick={blocked === null ? onClick : undefined}
      />
    </Tip>
  );
}
