import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { ProblemNotice } from './problem-notice.tsx';

export interface AdminCardProps {
  readonly texts: { readonly title: string; readonly sub: string; readonly none?: string };
  /** With no content the card is a single line. */
  readonly isEmpty?: boolean;
  /** At the end of its heading. */
  readonly end?: ReactNode;
  readonly children?: ReactNode;
  /** An error, below the rows. */
  readonly problem?: string;
}

/** A card for one kind of administered object, with its rows. */
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
