import { RotateCw, TriangleAlert } from "lucide-react";
import { Component, type ReactNode } from "react";
import { Button } from "../controls/button.tsx";
import { translate } from "../texts/texts.ts";
import "./states.css";

interface Props {
  /** The view inside: another one is tried again. */
  readonly place: string;
  /** Whether the host is unreachable, so that nothing can be loaded now. */
  readonly away: boolean;
  readonly children: ReactNode;
}

/** Failed loads of parts of the app: the files of a page that is older than its host are gone. */
const lost = new WeakSet<Error>();
globalThis.addEventListener?.("vite:preloadError", ({ payload }) => {
  lost.add(payload);
});

/**
 * Keeps a crash in one view from emptying the window. React logs it to the console; the reader gets ways to continue.
 */
export class ErrorBoundary extends Component<Props, { readonly fault: Error | null }> {
  override state: { readonly fault: Error | null } = { fault: null };

  static getDerivedStateFromError(fault: unknown) {
    return { fault: fault instanceof Error ? fault : new Error(String(fault)) };
  }

  override componentDidUpdate({ place }: Props) {
    if (place !== this.props.place && this.state.fault !== null) this.setState({ fault: null });
  }

  override render() {
    const { fault } = this.state;
    if (fault === null) return this.props.children;
    if (lost.has(fault)) return <PartMissing away={this.props.away} />;
    return (
      <div className="empty-state" role="alert">
        <TriangleAlert className="empty-icon tone-bad" aria-hidden />
        <h1>{translate("app.fault")}</h1>
        <p className="empty-text">{translate("app.faultText")}</p>
        <pre className="code-block">{fault.message}</pre>
        <Button onClick={() => this.setState({ fault: null })}>{translate("common.tryAgain")}</Button>
      </div>
    );
  }
}

/** The same page never requests a part again after it failed to load. */
function PartMissing({ away }: Pick<Props, "away">) {
  return (
    <div className="empty-state" role="alert">
      <RotateCw className="empty-icon tone-info" aria-hidden />
      <h1>{translate(away ? "app.partAway" : "app.updated")}</h1>
      <p className="empty-text">{translate(away ? "app.partAwayText" : "app.updatedText")}</p>
      <Button look="primary" icon={RotateCw} onClick={() => window.location.reload()}>
        {translate("common.reload")}
      </Button>
    </div>
  );
}
