import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';

export interface Change {
  readonly text: string;
  readonly direction: 'up' | 'down' | 'none';
  /** Whether the change is an improvement; `flat` if it is neither. */
  readonly is: 'good' | 'worse' | 'flat';
}

export interface KeyFigureProps {
  readonly name: string;
  readonly value: ReactNode;
  readonly unit?: string;
  readonly change?: Change | undefined;
  /** Beside the change: the previous value. */
  readonly note?: ReactNode;
  readonly children?: ReactNode;
}

/** A name, a value, its change and its trend. */
export function KeyFigure({ name, value, unit, change, note, children }: KeyFigureProps) {
  const Arrow = change?.direction === 'down' ? ArrowDown : ArrowUp;
  return (
    <div className="tile">
      <dt className="name">{name}</dt>
      <dd className="value">
        {value}
        {unit !== undefined && <small> {unit}</small>}
      </dd>
      <dd className="delta">
        {change !== undefined && (
          <b className={change.is}>
            {change.direction !== 'none' && <Arrow className="i" aria-hidden />}
            {change.direction !== 'none' && <span className="sr">{change.direction}</span>}
            {change.text}
          </b>
        )}
        {note}
      </dd>
      {children !== undefined && <dd className="trend">{children}</dd>}
    </div>
  );
}
