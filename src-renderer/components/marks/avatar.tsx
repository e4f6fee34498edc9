import { initials } from "../../../src-shared/drawing/index.ts";
import "./marks.css";

/** A participant's initials; the name always stands beside it, so it is hidden from screen readers. */
export function Avatar({ name, small }: { readonly name: string; readonly small?: boolean }) {
  return (
    <span className={small ? "avatar avatar-small" : "avatar"} aria-hidden="true">
      {initials(name)}
    </span>
  );
}
