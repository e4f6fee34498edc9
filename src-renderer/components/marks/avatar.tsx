import { initials } from "../../../src-shared/drawing/index.ts";
import "./marks.css";

/** A participant's initials; hidden from screen readers, because the name is always beside it. */
export function Avatar({ name, small }: { readonly name: string; readonly small?: boolean }) {
  return (
    <span className={small ? "avatar avatar-small" : "avatar"} aria-hidden="true">
      {initials(name)}
    </span>
  );
}
