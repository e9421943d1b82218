import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

export interface AdminCardProps {
  readonly texts: { readonly title: string; readonly sub: string };
  /** What its head ends with. */
  readonly end?: ReactNode;
  readonly children?: ReactNode;
}

/** One kind of thing that an administrator keeps: what it is, and its rows. */
export function AdminCard({ texts, end, children }: AdminCardProps) {
  return (
    <section className="card" aria-label={texts.title}>
      <div className="card-head">
        <h2>{texts.title}</h2>
        <span className="sub">{texts.sub}</span>
        {end !== undefined && <div className="end">{end}</div>}
      </div>
      {children}
    </section>
  );
}

export function AddButton({ label, onAdd }: { readonly label: string; readonly onAdd: () => void }) {
  return (
    <Button isSmall onClick={onAdd}>
      <Plus className="i" aria-hidden />
      {label}
    </Button>
  );
}
