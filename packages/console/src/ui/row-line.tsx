import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export interface RowLineProps {
  readonly icon?: LucideIcon;
  readonly children: ReactNode;
  /** Below it, smaller. */
  readonly sub?: ReactNode;
  readonly end?: ReactNode;
}

/** One row in a card's list. */
export function RowLine({ icon: Icon, children, sub, end }: RowLineProps) {
  return (
    <li className="row-line">
      {Icon !== undefined && <Icon className="i dimmer" aria-hidden />}
      <span className="min-w-0">
        {children}
        {sub !== undefined && <span className="sub">{sub}</span>}
      </span>
      {end}
    </li>
  );
}
