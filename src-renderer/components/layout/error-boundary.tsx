import { TriangleAlert } from "lucide-react";
import { Component, type ReactNode } from "react";
import { Button } from "../controls/button.tsx";
import "./states.css";

interface Props {
  /** Which view stands inside: another one is tried afresh. */
  readonly place: string;
  readonly title: string;
  readonly text: string;
  readonly again: string;
  readonly children: ReactNode;
}

/** Keeps a fault of one view from emptying the window. React tells the console; the reader gets the way on. */
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
    const { title, text, again } = this.props;
    return (
      <div className="empty-state" role="alert">
        <TriangleAlert className="empty-icon tone-bad" aria-hidden />
        <h1>{title}</h1>
        <p className="empty-text">{text}</p>
        <pre className="code-block">{fault.message}</pre>
        <Button onClick={() => this.setState({ fault: null })}>{again}</Button>
      </div>
    );
  }
}
