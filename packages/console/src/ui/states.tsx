import { Inbox, RotateCcw, Unplug, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { visible } from '@permesso/protocol/text';
import { errorText } from '../format.ts';
import { Button } from './button.tsx';
import { componentTexts } from './texts.ts';

export interface EmptyProps {
  readonly icon?: LucideIcon;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** An empty state with the next action. */
export function Empty({ icon: Icon = Inbox, title, children, action }: EmptyProps) {
  return (
    <div className="empty">
      <Icon className="i" aria-hidden />
      <h3>{title}</h3>
      {children !== undefined && <p>{children}</p>}
      {action !== undefined && <div className="actions">{action}</div>}
    </div>
  );
}

/** A skeleton of the content to come. */
export function Bones({ rows = 5 }: { readonly rows?: number }) {
  return (
    <div className="bones" role="status" aria-label={componentTexts.loading}>
      {Array.from({ length: rows }, (_, at) => (
        <div className="bone-row" key={at}>
          <span className="bone" />
          <span className={at % 3 === 2 ? 'bone short' : 'bone'} />
          <span className="bone" />
        </div>
      ))}
    </div>
  );
}

export interface FailedProps {
  readonly title: string;
  /** What happened, and what is still safe. */
  readonly children: ReactNode;
  readonly onRetry: () => void;
}

export function Failed({ title, children, onRetry }: FailedProps) {
  return (
    <div className="empty" role="alert">
      <Unplug className="i" aria-hidden />
      <h3>{title}</h3>
      <p>{children}</p>
      <div className="actions">
        <Button icon={RotateCcw} kind="primary" onClick={onRetry}>
          {componentTexts.retry}
        </Button>
      </div>
    </div>
  );
}

export interface MissingProps extends Pick<FailedProps, 'title'> {
  readonly error: Error | null;
  /** What is still safe. */
  readonly note?: string;
  readonly rows?: number;
  readonly onRetry: () => unknown;
}

/** In place of data: a skeleton while loading, or the error. */
export function Missing({ error, title, note = '', rows = 5, onRetry }: MissingProps) {
  if (error === null) return <Bones rows={rows} />;
  return (
    <Failed title={title} onRetry={() => void onRetry()}>
      {visible(errorText(error))} {note}
    </Failed>
  );
}
