import type { ReactNode } from 'react';

export interface ShownProps {
  readonly title: string;
  readonly note?: string;
  readonly isColumn?: boolean;
  readonly children: ReactNode;
}

export function Shown({ title, note, isColumn, children }: ShownProps) {
  return (
    <section className="card">
      <div className="card-head">
        <h2>{title}</h2>
        {note !== undefined && <span className="sub">{note}</span>}
      </div>
      <div className={`shown ${isColumn === true ? 'column' : ''}`}>{children}</div>
    </section>
  );
}
