import { type LucideIcon, X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "../../components/index.ts";

interface Props<Rule> {
  readonly label: string;
  readonly icon: LucideIcon;
  /** In order of precedence: the first match applies. */
  readonly rules: readonly Rule[];
  readonly words: (rule: Rule) => ReactNode;
  readonly removeLabel: (rule: Rule, at: number) => string;
  readonly onRemove: (rule: Rule) => void;
}

/** Rules of the author, each as a sentence with a way to remove it. */
export function RuleList<Rule>({ label, icon: Icon, rules, words, removeLabel, onRemove }: Props<Rule>) {
  return (
    <ol className="rules" aria-label={label}>
      {rules.map((rule, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: equal rules differ only by position
        <li key={at} className="rule">
          <Icon className="icon" aria-hidden />
          {words(rule)}
          <IconButton icon={X} writes label={removeLabel(rule, at)} onClick={() => onRemove(rule)} />
        </li>
      ))}
    </ol>
  );
}
