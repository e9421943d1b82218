import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { ProblemNotice } from './problem-notice.tsx';

export interface AdminCardProps {
  readonly texts: { readonly title: string; readonly sub: string; readonly none?: string };
  /** Nothing is set: the card is one line that says so. */
  readonly isEmpty?: boolean;
  /** What its head ends with. */
  readonly end?: ReactNode;
  readonly children?: ReactNode;
  /** What went wrong, below the rows. */
  readonly problem?: string;
}

/** One kind of thing that an administrator keeps: what it is, and its rows. */
export function AdminCard({ texts, isEmpty = false, end, children, problem = '' }: AdminCardProps) {
  return (
    <section className="card" aria-label={texts.title}>
      <div className="card-head">
        <h2>{texts.title}</h2>
        <span className="sub">{isEmpty ? (texts.none ?? texts.sub) : texts.sub}</span>
        {end !== undefined && <div className="end">{end}</div>}
      </div>
      {children}
      {problem !== '' && (
        <div className="padded">
          <ProblemNotice text={problem} />
        </div>
      )}
    </section>
  );
}

export function AddButton({ label, onAdd }: { readonly label: string; readonly onAdd: () => void }) {
  return (
    <Button icon={Plus} isSmall onClick={onAdd}>
      {label}
    </Button>
  );
}
